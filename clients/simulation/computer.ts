import { randomUUID } from 'node:crypto'
import type { LicensingState, Status } from '#clients/typescript/license-state.ts'
import { createDeviceClient } from '#clients/typescript/client.ts'
import type { TrustedKeys, Warning } from '#clients/typescript/license-file.ts'
import { createLicensing } from '#clients/typescript/licensing.ts'
import type { Network } from './network.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type World = { now: () => number; keys: TrustedKeys }

/** A computer with the application, and beside it the state of its license by the rules, computed without the client. */
export function newComputer(name: string, network: Network, { now, keys }: World) {
  let state: LicensingState = {}
  let clockError = 0
  /** The last answer: when, and whether it refused. */
  let heardAt = 0
  let isStopped = true
  /** Since then, the application was started again. */
  let isRestarted = false
  /** The latest its own clock has shown. */
  let seen = 0
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

  function hear(stopped: boolean) {
    heardAt = now()
    isStopped = stopped
    isRestarted = false
    seen = now()
  }

  return {
    name,
    network,
    licensing: () => licensing,
    restart: () => {
      licensing = boot()
      isRestarted = true
    },
    /** Whether the portal would let it run. */
    mayRun: true,
    hear,
    setClockError: (milliseconds: number) => void (clockError = milliseconds),
    heardAt: () => heardAt,
    tick: async () => {
      const before = state.attempt?.at
      seen = Math.max(seen, clock())
      await licensing.tick()
      const isAsked = before !== state.attempt?.at && network.weather() === 'up'
      // A busy machine may answer that it is busy.
      if (!isAsked) return 'silent'
      return state.attempt?.failures === 0 ? 'heard' : 'busy'
    },
    believed: () => wordOf(licensing.status()),
    /** By the rules: the last answer, and its age. A clock that is turned back gains nothing, and locks after a restart without a network. */
    expected: (): Word => {
      if (isStopped) return 'locked'
      if (isRestarted && clockError < 0 && clock() < seen - 5 * 60_000 && network.weather() !== 'up') return 'locked'
      const age = now() - heardAt
      if (age > 14 * DAY) return 'locked'
      if (age > 7 * DAY) return 'GRACE'
      return age > DAY ? 'CHECK_IN_OVERDUE' : 'runs'
    },
  }
}
export type Computer = ReturnType<typeof newComputer>

type Word = 'runs' | Warning['code'] | 'locked'

function wordOf({ mayRun, warnings: [warning] }: Status): Word {
  if (!mayRun) return 'locked'
  return warning ? (warning.code as Warning['code']) : 'runs'
}
