import type { Activation, Decision } from '#contract/devices.ts'

export type Device = { deviceFingerprint: string; deviceName: string; deviceOs: string }
type Names = Pick<Device, 'deviceName' | 'deviceOs'> & { appVersion?: string | undefined }
type Holder = { licenseKey: string; deviceFingerprint: string }

export type Answer = { decision: Decision; deviceToken?: string }

type Options = { server: string; timeoutSeconds?: number }
export type DeviceClient = ReturnType<typeof createDeviceClient>

/**
 * Asks a license server. Never throws: what is no answer (no network, a hotel's sign-in page, a fault, a replay) comes back
 * as a decision that is not `conclusive`, after which an application goes by the last conclusive one until its `graceUntil`.
 */
export function createDeviceClient({ server, timeoutSeconds = 10 }: Options) {
  async function ask(call: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const nonce = crypto.randomUUID()
    try {
      const answer = await post(call, { ...body, nonce }, headers)
      if (!isDecision(answer) || answer.nonce !== nonce) return { decision: inconclusive(NOT_THE_SERVER) }
      const { deviceToken, ...decision } = answer
      return deviceToken ? { decision, deviceToken } : { decision }
    } catch (error) {
      return { decision: inconclusive(`The license server cannot be reached: ${reasonOf(error)}.`) }
    }
  }

  async function post(call: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
    const response = await fetch(new URL(`/api/device/${call}`, server), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      // A redirect would carry the license key to somebody else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    })
    const text = await response.text()
    return text.startsWith('{') ? JSON.parse(text) : undefined
  }

  return {
    activate: (licenseKey: string, device: Device & Names) => ask('activate', { licenseKey, ...device }),
    validate: (holder: Holder) => ask('validate', holder),
    checkIn: (deviceToken: string, names: Names) => ask('check-in', names, { authorization: `Device ${deviceToken}` }),
    /** No decision means that the license is free again. */
    deactivate: async (holder: Holder | { deviceToken: string }): Promise<{ decision?: Decision }> => {
      try {
        const answer = await post('deactivate', holder)
        if (isDecision(answer)) return { decision: answer }
        return isMessage(answer) ? {} : { decision: inconclusive(NOT_THE_SERVER) }
      } catch (error) {
        return { decision: inconclusive(`The license server cannot be reached: ${reasonOf(error)}.`) }
      }
    },
  }
}

const NOT_THE_SERVER = 'Something answered that is not the license server.'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The one rule an answer can be told by: valid exactly when its code says so. */
const isDecision = (value: unknown): value is Decision & Partial<Activation> =>
  isObject(value) &&
  typeof value['code'] === 'string' &&
  typeof value['detail'] === 'string' &&
  typeof value['conclusive'] === 'boolean' &&
  value['valid'] === (value['code'] === 'VALID')

const isMessage = (value: unknown) => isObject(value) && typeof value['message'] === 'string'

/** fetch says 'fetch failed'; what failed stands in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name
}

const inconclusive = (detail: string): Decision => ({
  valid: false,
  code: 'SERVER_ERROR',
  detail,
  conclusive: false,
  warnings: [],
  license: null,
  organization: null,
  checkIn: null,
  serverTime: new Date().toISOString(),
  nonce: null,
})
