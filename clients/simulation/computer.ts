import { randomUUID } from 'node:crypto'
import type { LicensingState, Status } from '#clients/typescript/belief.ts'
import { createDeviceClient } from '#clients/typescript/client.ts'
import type { TrustedKeys, Warning } from '#clients/typescript/license-file.ts'
import { createLicensing } from '#clients/typescript/licensing.ts'
import type { Network } from './network.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type World = { now: () => number; keys: TrustedKeys }

/** A computer with the application, and beside it what its license is by the rules: told by hand, never by what the client says. */
export function newComputer(name: string, network: Network, { now, keys }: World) {
  let state: LicensingState = {}
  let clockError = 0
  /** When it last heard the truth, and what that was. */
  let heardAt = 0
  let isStopped = true
  /** The latest its own clock has shown. */
  let seen = 0
  const clock = () => now() + clockError
  const licensing = createLicensing({
    client: createDeviceClient({ server: network.address }),
    store: { read: () => state, write: (next) => void (state = next) },
    device: { deviceFingerprint: randomUUID().toUpperCase(), deviceName: name, deviceOs: 'Windows 11' },
    keys,
    clock,
  })

  function hear(stopped: boolean) {
    heardAt = now()
    isStopped = stopped
    seen = now()
  }

  return {
    name,
    network,
    licensing,
    /** Whether the portal would let it run. */
    mayRun: true,
    hear,
    turnClock: (milliseconds: number) => void (clockError = milliseconds),
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
    /** By the rules: what was last heard, and how long ago. A clock that is turned back, without a network to put it right, locks. */
    expected: (): Word => {
      if (isStopped) return 'locked'
      if (clockError < 0 && clock() < seen - 5 * 60_000 && network.weather() !== 'up') return 'locked'
      const age = now() - heardAt
      if (age > 14 * DAY) return 'locked'
      if (age > 7 * DAY) return 'GRACE'
      return age > DAY ? 'CHECK_IN_OVERDUE' : 'runs'
    },
  }
}
export type Computer = ReturnType<typeof newComputer>

type Word = 'runs' | Warning['code'] | 'locked'

const wordOf = ({ mayRun, warnings: [warning] }: Status): Word => (mayRun ? (warning?.code ?? 'runs') : 'locked')
