import { randomUUID } from 'node:crypto'
import { createDeviceClient } from '#clients/typescript/client.ts'
import type { LicensingState, Status } from '#clients/typescript/license-state.ts'
import { createLicensing } from '#clients/typescript/licensing.ts'
import type { Store } from '#clients/typescript/saved-state.ts'
import { DAY, KEYS, LICENSE_KEY, signingServer } from './signing-server.ts'

/** A store in memory that can be made to fail. */
export function failingStore() {
  let saved = '{}'
  const store = {
    /** Operations that fail now. */
    failing: { read: false, write: false, lock: false },
    read: (): LicensingState => {
      if (store.failing.read) throw new Error('EPERM: operation not permitted, read')
      return JSON.parse(saved) as LicensingState
    },
    write: (state: LicensingState) => {
      if (store.failing.write)
        throw new Error(`ENOSPC: no space left on device, open 'license.json.${randomUUID()}.part'`)
      saved = JSON.stringify(state)
    },
    tryLock: () => {
      if (store.failing.lock) throw new Error('EROFS: read-only file system, open')
      return () => {}
    },
    saved: () => JSON.parse(saved) as LicensingState,
    corrupt: (text: string) => void (saved = text),
  }
  return store
}

/** A computer whose time, clock, network and store the test controls. */
export function computer(fingerprint = '4C4C4544-0039-4B10-8031-B7C04F4A4432') {
  let time = Date.UTC(2026, 10, 22)
  const server = signingServer(() => time)
  const store = failingStore()
  const machine = {
    server,
    store,
    fingerprint,
    /** Error of the clock, in milliseconds. */
    clockError: 0,
    now: () => time,
    wait: (milliseconds: number) => void (time += milliseconds),
    statuses: [] as Status[],
    errors: [] as unknown[],
    /** Starts the application. */
    boot: (more: Partial<Parameters<typeof createLicensing>[0]> & { store?: Store } = {}) =>
      createLicensing({
        client: createDeviceClient({ server: 'https://portal.example.com', fetch: server.fetch, timeoutSeconds: 0.05 }),
        store,
        device: {
          deviceFingerprint: machine.fingerprint,
          deviceName: 'FRONT-1',
          deviceOs: 'Windows 11',
          appVersion: '1.0.0',
        },
        keys: KEYS,
        clock: () => time + machine.clockError,
        monotonic: () => time,
        random: () => 0.5,
        onChange: (status) => void machine.statuses.push(status),
        onError: (error) => void machine.errors.push(error),
        ...more,
      }),
  }
  return machine
}

/** A computer activated by a user. */
export async function activated(machine = computer()) {
  const licensing = machine.boot()
  const { decision } = await licensing.activate(LICENSE_KEY)
  if (!decision.valid) throw new Error(decision.code)
  return { ...machine, machine, licensing }
}

export const codesOf = ({ warnings }: Pick<Status, 'warnings'>) => warnings.map(({ code }) => code)

export { DAY }
