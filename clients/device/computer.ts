import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { parseObject } from '#clients/typescript/answers.ts'
import { createDeviceClient, type Device } from '#clients/typescript/client.ts'
import { normalizeFingerprint } from '#clients/typescript/identifiers.ts'
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
  reason?: string
}

export class UnreachableError extends Error {}

/** Restores or creates a computer. Fetches the public keys once; a real application has them compiled in. */
export async function bootComputer(state: State, flags: Flags, { isSameComputer = false } = {}) {
  const server = flags.server ?? state.server ?? 'http://localhost:3000'
  const uuid = flags.uuid ?? state.deviceFingerprint ?? randomUUID().toUpperCase()
  const device: Device = {
    deviceFingerprint: uuid,
    deviceName: flags.name ?? state.deviceName ?? hostname(),
    deviceOs: flags.os ?? state.deviceOs ?? 'Windows 11 Pro (simulated)',
    appVersion: flags['app-version'],
  }
  const client = createDeviceClient({ server })
  const keys = state.keys ?? readKeys(await client.keys())
  if (!keys) throw new UnreachableError(`Can’t read the public keys of ${server}. The first command needs a network.`)
  const isKnown = normalizeFingerprint(state.deviceFingerprint ?? uuid) === normalizeFingerprint(uuid)
  let kept = isKnown || isSameComputer ? (state.licensing ?? {}) : {}
  const store = { read: () => kept, write: (next: typeof kept) => void (kept = next) }
  const channel = flags.channel?.startsWith('beta') ? 'beta' : 'stable'
  const licensing = createLicensing({ client, store, device, keys, channel })
  const { appVersion: _version, ...remembered } = device
  return {
    client,
    device,
    licensing,
    licenseKey: flags.key ?? kept.licenseKey,
    deviceToken: () => kept.deviceToken,
    updateToken: () => kept.updateToken,
    remember: (): State => ({ server, ...remembered, keys, licensing: kept }),
  }
}
export type Computer = Awaited<ReturnType<typeof bootComputer>>

function readKeys(text: string | undefined): TrustedKeys | undefined {
  const keys = text === undefined ? undefined : parseObject(text)?.['keys']
  if (!Array.isArray(keys)) return undefined
  return Object.fromEntries(
    (keys as { kid: string; publicKey: string }[]).map(({ kid, publicKey }) => [kid, publicKey]),
  )
}
