import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { parseObject } from '#clients/typescript/answers.ts'
import { createDeviceClient, type Device } from '#clients/typescript/client.ts'
import type { TrustedKeys } from '#clients/typescript/license-file.ts'
import { createLicensing } from '#clients/typescript/licensing.ts'
import type { State } from './state.ts'

export type Flags = {
  server?: string
  key?: string
  'enrollment-key'?: string
  uuid?: string
  name?: string
  os?: string
  'app-version'?: string
  file?: string
  channel?: string
}

/** A computer made up for the occasion, unless it is remembered or described. */
export async function bootComputer(state: State, flags: Flags) {
  const server = flags.server ?? state.server ?? 'http://localhost:3000'
  const device: Device = {
    deviceFingerprint: flags.uuid ?? state.deviceFingerprint ?? randomUUID().toUpperCase(),
    deviceName: flags.name ?? state.deviceName ?? hostname(),
    deviceOs: flags.os ?? state.deviceOs ?? 'Windows 11 Pro (simulated)',
    appVersion: flags['app-version'],
  }
  const client = createDeviceClient({ server })
  const keys = state.keys ?? readKeys(await client.keys())
  const isSameComputer = state.deviceFingerprint === undefined || state.deviceFingerprint === device.deviceFingerprint
  let kept = isSameComputer ? (state.licensing ?? {}) : {}
  const store = { read: () => kept, write: (next: typeof kept) => void (kept = next) }
  const licensing = createLicensing({ client, store, device, keys: keys ?? {}, clock: Date.now })
  const { appVersion: _version, ...remembered } = device
  return {
    client,
    device,
    licensing,
    licenseKey: flags.key ?? kept.licenseKey,
    deviceToken: () => kept.deviceToken,
    remember: (): State => ({ server, ...remembered, ...(keys && { keys }), licensing: kept }),
  }
}
export type Computer = Awaited<ReturnType<typeof bootComputer>>

/** GET /api/device/keys: the name of each key and its 32 bytes. */
function readKeys(text: string | undefined): TrustedKeys | undefined {
  const keys = text === undefined ? undefined : parseObject(text)?.['keys']
  if (!Array.isArray(keys)) return undefined
  return Object.fromEntries(
    (keys as { kid: string; publicKey: string }[]).map(({ kid, publicKey }) => [kid, publicKey]),
  )
}
