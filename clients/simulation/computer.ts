import { randomUUID } from 'node:crypto'
import type { LicensingState, Status } from '#clients/typescript/license-state.ts'
import { createDeviceClient } from '#clients/typescript/client.ts'
import type { TrustedKeys, Warning } from '#clients/typescript/license-file.ts'
import { createLicensing } from '#clients/typescript/licensing.ts'
import type { Network } from './network.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Environment = { now: () => number; keys: TrustedKeys }

/** A computer with the application. Also calculates the expected status by the rules, independently of the client. */
export function newComputer(name: string, network: Network, { now, keys }: Environment) {
  let state: LicensingState = {}
  let clockError = 0
  let answeredAt = 0
  let isRefused = true
  /** The application was restarted since the last answer. */
  let isRestarted = false
  /** The latest time its clock has shown. */
  let latestTime = 0
  const clock = () => now() + clockError
  const deviceFingerprint = randomUUID().toUpperCase()
  const boot = () =>
    createLicensing({
      client: createDeviceClient({ server: network.address }),
      store: { read: () => state, write: (next) => void (state = next) },
      device: { deviceFingerprint, deviceName: name, deviceOs: 'Windows 11' },
      keys,
      clock,
    })
  let licensing = boot()

  function recordAnswer(refused: boolean) {
    answeredAt = now()
    isRefused = refused
    isRestarted = false
    latestTime = now()
  }

  return {
    name,
    network,
    licensing: () => licensing,
    restart: () => {
      licensing = boot()
      isRestarted = true
    },
    /** Whether the portal allows it to run. */
    mayRun: true,
    recordAnswer,
    setClockError: (milliseconds: number) => void (clockError = milliseconds),
    answeredAt: () => answeredAt,
    tick: async () => {
      const before = state.attempt?.at
      latestTime = Math.max(latestTime, clock())
      await licensing.tick()
      const isAsked = before !== state.attempt?.at && network.state() === 'up'
      if (!isAsked) return 'not asked'
      return state.attempt?.failures === 0 ? 'answered' : 'busy'
    },
    actual: () => summaryOf(licensing.status()),
    /** By the last answer and its age. A clock set back gains nothing, and locks after a restart without a network. */
    expected: (): Summary => {
      if (isRefused) return 'locked'
      if (isRestarted && clockError < 0 && clock() < latestTime - 5 * 60_000 && network.state() !== 'up')
        return 'locked'
      const age = now() - answeredAt
      if (age > 14 * DAY) return 'locked'
      if (age > 7 * DAY) return 'GRACE'
      return age > DAY ? 'CHECK_IN_OVERDUE' : 'runs'
    },
  }
}
export type Computer = ReturnType<typeof newComputer>

type Summary = 'runs' | Warning['code'] | 'locked'

function summaryOf({ mayRun, warnings: [warning] }: Status): Summary {
  if (!mayRun) return 'locked'
  return warning ? (warning.code as Warning['code']) : 'runs'
}
