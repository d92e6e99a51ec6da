/** The license server over HTTP. Needs nothing but Node 20 (or Electron's main process). */
import { inconclusive, parseObject, readAnswer, type Answer, type Decision } from './answers.ts'

export type Device = {
  deviceFingerprint: string
  deviceName: string
  deviceOs: string
  appVersion?: string | undefined
}
type Names = Omit<Device, 'deviceFingerprint'>
type Holder = { licenseKey: string; deviceFingerprint: string }

type Options = { server: string; timeoutSeconds?: number }
export type DeviceClient = ReturnType<typeof createDeviceClient>

type Reply = { status: number; text: string; retryAfter: string | null }

/**
 * Asks a license server. Never throws: what is no answer (no network, a hotel's sign-in page, a fault, a replay) comes back
 * as a decision that is not `conclusive`. An application believes `licenseFile` and shows the rest.
 */
export function createDeviceClient({ server, timeoutSeconds = 10 }: Options) {
  async function request(path: string, init: RequestInit): Promise<Reply> {
    // A redirect would carry the license key to somebody else.
    const signal = AbortSignal.timeout(timeoutSeconds * 1000)
    const response = await fetch(new URL(path, server), { ...init, redirect: 'error', signal })
    return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') }
  }

  const post = (call: string, body: object, headers: Record<string, string> = {}) =>
    request(`/api/device/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  async function ask(call: string, body: object, headers?: Record<string, string>): Promise<Answer> {
    const nonce = crypto.randomUUID()
    try {
      const { text, retryAfter } = await post(call, { ...body, nonce }, headers)
      const seconds = Number(retryAfter ?? 0)
      const answer = readAnswer(text, nonce) ?? { decision: inconclusive(NOT_THE_SERVER) }
      return seconds > 0 ? { ...answer, retryAfterSeconds: seconds } : answer
    } catch (error) {
      return { decision: unreachable(error) }
    }
  }

  /** The text of a GET, or nothing when it fails. */
  async function read(path: string) {
    try {
      const { status, text } = await request(path, {})
      return status === 200 || status === 204 ? text : undefined
    } catch {
      return undefined
    }
  }

  return {
    activate: (licenseKey: string, device: Device) => ask('activate', { licenseKey, ...device }),
    enroll: (enrollmentKey: string, device: Device) => ask('enroll', { enrollmentKey, ...device }),
    validate: (holder: Holder) => ask('validate', holder),
    checkIn: (deviceToken: string, { deviceName, deviceOs, appVersion }: Names) =>
      ask('check-in', { deviceName, deviceOs, appVersion }, { authorization: `Device ${deviceToken}` }),
    /** No decision means that the license is free again. */
    deactivate: async (holder: Holder | { deviceToken: string }): Promise<{ decision?: Decision }> => {
      try {
        const { status, text } = await post('deactivate', holder)
        const answer = readAnswer(text)
        if (answer) return { decision: answer.decision }
        const isDone = status === 200 && typeof parseObject(text)?.['message'] === 'string'
        return isDone ? {} : { decision: inconclusive(NOT_THE_SERVER) }
      } catch (error) {
        return { decision: unreachable(error) }
      }
    },
    /** The signed list of revocations, unread. */
    revocations: () => read('/api/device/revocations'),
    /** The published keys. An application is built with them and never asks; see docs/integrate.md. */
    keys: () => read('/api/device/keys'),
    /** What update.json says there is for a device that runs this version: '' when it is up to date. */
    update: (updateToken: string, channel: string, version: string) =>
      read(`/updates/${encodeURIComponent(updateToken)}/${channel}/update.json?version=${encodeURIComponent(version)}`),
  }
}

const NOT_THE_SERVER = 'Something answered that is not the license server.'

const unreachable = (error: unknown) => inconclusive(`The license server cannot be reached: ${reasonOf(error)}.`)

/** fetch says 'fetch failed'; what failed stands in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name
}
