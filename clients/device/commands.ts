import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Answer, DeviceClient } from './client.ts'
import { graceOf, type Outcome } from './report.ts'
import type { State } from './state.ts'

export type Flags = { server?: string; key?: string; uuid?: string; name?: string; os?: string; 'app-version'?: string }

export type Known = State & { server: string; deviceFingerprint: string; deviceName: string; deviceOs: string }

/** What was said now, else what is remembered, else a computer made up for the occasion. */
export function knownFrom(state: State, { server, key, uuid, name, os }: Flags): Known {
  const licenseKey = key ?? state.licenseKey
  const { deviceToken: _token, decision: _decision, ...computer } = state
  const isSameLicense = licenseKey === state.licenseKey && (!uuid || uuid === state.deviceFingerprint)
  return {
    // A token and a decision are about one license on one device.
    ...(isSameLicense ? state : computer),
    ...(licenseKey && { licenseKey }),
    server: server ?? state.server ?? 'http://localhost:3000',
    deviceFingerprint: uuid ?? state.deviceFingerprint ?? randomUUID().toUpperCase(),
    deviceName: name ?? state.deviceName ?? hostname(),
    deviceOs: os ?? state.deviceOs ?? 'Windows 11 Pro (simulated)',
  }
}

type Run = (known: Known, client: DeviceClient, appVersion?: string) => Promise<{ outcome: Outcome; state: Known }>

/** A decision that is not conclusive replaces nothing. */
const remember = (known: Known, { decision, deviceToken }: Answer): Known => ({
  ...known,
  ...(decision.conclusive && { decision }),
  ...(deviceToken && { deviceToken }),
})

export class UsageError extends Error {}

function keyOf({ licenseKey }: Known) {
  if (!licenseKey) throw new UsageError('Say which license: --key XXXXX-XXXXX-XXXXX-XXXXX-XXXXX')
  return licenseKey
}

export const commands: Record<string, Run> = {
  activate: async (known, client, appVersion) => {
    const { deviceFingerprint, deviceName, deviceOs } = known
    const answer = await client.activate(keyOf(known), { deviceFingerprint, deviceName, deviceOs, appVersion })
    return { outcome: { decision: answer.decision }, state: remember(known, answer) }
  },

  validate: async (known, client) => {
    const { deviceFingerprint } = known
    const answer = await client.validate({ licenseKey: keyOf(known), deviceFingerprint })
    return { outcome: { decision: answer.decision }, state: remember(known, answer) }
  },

  'check-in': async (known, client, appVersion) => {
    const { deviceToken, deviceName, deviceOs } = known
    if (!deviceToken) throw new UsageError('This device is not activated. Run activate first.')
    const answer = await client.checkIn(deviceToken, { deviceName, deviceOs, appVersion })
    return { outcome: { decision: answer.decision }, state: remember(known, answer) }
  },

  deactivate: async (known, client) => {
    const { deviceToken, deviceFingerprint } = known
    const holder = deviceToken ? { deviceToken } : { licenseKey: keyOf(known), deviceFingerprint }
    const { decision } = await client.deactivate(holder)
    if (decision) return { outcome: { decision }, state: known }
    const { deviceToken: _token, decision: _decision, ...state } = known
    return { outcome: { success: 'This device no longer uses a license.' }, state }
  },

  /** What an application would do without a network. */
  status: async (known) => {
    const { decision } = known
    if (!decision) return { outcome: { refusal: 'This device has never asked for a license.' }, state: known }
    if (decision.valid && !graceOf(known).mayRun) {
      return {
        outcome: { refusal: 'The last check-in is too long ago. Connect to the network and check in.' },
        state: known,
      }
    }
    return { outcome: { decision }, state: known }
  },
}
