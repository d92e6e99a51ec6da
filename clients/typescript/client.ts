/** The license server over HTTP. Needs nothing but Node 20 (or Electron's main process). */
import { notTheServer, parseObject, readAnswer, unreachable, type Answer, type Decision } from './answers.ts'

export type Device = {
  deviceFingerprint: string
  deviceName: string
  deviceOs: string
  appVersion?: string | undefined
}
type Holder = { licenseKey: string; deviceFingerprint: string }

/** 'typed' by a user, or 'stored' by the application. */
export type KeySource = 'typed' | 'stored'

type KeyUse = {
  reason?: KeySource | undefined
  /** The names of the public keys that this application knows: the server binds no license it cannot confirm to it. */
  kids?: string[] | undefined
}

type Options = {
  /** The address of the portal. It may have a path. */
  server: string
  timeoutSeconds?: number
  /** Defaults to Node's, which ignores the proxy and the certificates of Windows. Electron's `net.fetch` uses both. */
  fetch?: Fetch
}
type Fetch = (address: string, init: RequestInit) => Promise<Response>
export type DeviceClient = ReturnType<typeof createDeviceClient>

type Reply = { status: number; text: string; retryAfter: string | null }

/**
 * Sends the device calls. Throws here when `server` is not an address, and never again: without a network, behind a sign-in page
 * or on a fault, the answer is a decision that is not `conclusive`. Applications trust `licenseFile` and display the rest.
 */
export function createDeviceClient({ server, timeoutSeconds = 10, fetch: send = fetch }: Options) {
  const base = baseAddress(server)

  async function request(path: string, init: RequestInit): Promise<Reply> {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000)
    const exchange = async () => {
      // A redirect could carry the license key to another server.
      const response = await send(new URL(path, base).href, { ...init, redirect: 'error', signal })
      return { status: response.status, text: await textOf(response), retryAfter: response.headers.get('retry-after') }
    }
    return within(timeoutSeconds, exchange())
  }

  const post = (call: string, body: object, headers: Record<string, string> = {}) =>
    request(`api/device/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  async function ask(call: string, body: object, headers?: Record<string, string>): Promise<Answer> {
    try {
      const nonce = crypto.randomUUID()
      const { status, text, retryAfter } = await post(call, { ...body, nonce }, headers)
      const seconds = secondsOf(retryAfter)
      const answer = readAnswer(text, nonce) ?? notTheServer(`HTTP ${status} without a decision`)
      return seconds > 0 ? { ...answer, retryAfterSeconds: seconds } : answer
    } catch (error) {
      return unreachable(error)
    }
  }

  /** The text of a GET, or undefined when it fails. */
  async function read(path: string) {
    try {
      const { status, text } = await request(path, {})
      return status === 200 || status === 204 ? text : undefined
    } catch {
      return undefined
    }
  }

  const updateFeed = (updateToken: string, channel: string) =>
    new URL(`updates/${encodeURIComponent(updateToken)}/${encodeURIComponent(channel)}`, base).href
  const asDevice = (deviceToken: string) => ({ authorization: `Device ${deviceToken}` })

  return {
    activate: (licenseKey: string, device: Device, use: KeyUse = {}) =>
      ask('activate', { licenseKey, ...description(device), ...use }),
    enroll: (enrollmentKey: string, device: Device, use: KeyUse = {}) =>
      ask('enroll', { enrollmentKey, ...description(device), ...use }),
    validate: (holder: Holder) => ask('validate', holder),
    checkIn: (deviceToken: string, device: Device, channel?: string) =>
      ask('check-in', { ...description(device), channel }, asDevice(deviceToken)),
    /** Moves the license of this token to the hardware the computer has now. */
    transfer: (deviceToken: string, device: Device, kids?: string[]) =>
      ask('transfer', { ...description(device), kids }, asDevice(deviceToken)),
    /** Without a decision, the license is free again. */
    deactivate: async (holder: Holder | { deviceToken: string }): Promise<Deactivation> => {
      try {
        const { status, text } = await post('deactivate', holder)
        const answer = readAnswer(text)
        if (answer) return { decision: answer.decision }
        const isDone = status === 200 && typeof parseObject(text)?.['message'] === 'string'
        return isDone ? {} : notTheServer(`HTTP ${status} without a decision`)
      } catch (error) {
        return unreachable(error)
      }
    },
    /** The signed list of revocations, not yet verified. */
    revocations: () => read('api/device/revocations'),
    /** The published keys. Applications are built with them and never fetch them; see docs/integrate.md. */
    keys: () => read('api/device/keys'),
    /** The folder of the update feeds. */
    updateFeed,
    /** The text of update.json for a device that runs this version; '' when it is up to date. */
    update: (updateToken: string, channel: string, version: string) =>
      read(`${updateFeed(updateToken, channel)}/update.json?version=${encodeURIComponent(version)}`),
  }
}

export type Deactivation = { decision?: Decision; error?: string }

/** Ends with a slash, so that a server below a path keeps its path. */
function baseAddress(server: string) {
  const address = URL.canParse(server) ? new URL(server) : undefined
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
    throw new Error(`'${server}' is not the address of a license server, such as https://portal.example.com.`)
  }
  return new URL(`${address.origin}${address.pathname.replace(/\/*$/, '/')}`)
}

const description = ({ deviceFingerprint, deviceName, deviceOs, appVersion }: Device) => ({
  deviceFingerprint,
  deviceName,
  deviceOs,
  appVersion,
})

/** Far above the longest list of revocations. What else may answer has no end to fill the memory with. */
const LONGEST_ANSWER = 32 * 1024 * 1024

async function textOf({ body }: Response) {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (value === undefined) return text + decoder.decode()
    length += value.length
    if (length > LONGEST_ANSWER) {
      // The rest of the response does not matter.
      reader?.cancel().catch(() => {})
      throw new Error(`the answer is longer than ${LONGEST_ANSWER} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Some implementations of fetch ignore the signal. */
async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${seconds} seconds`)), seconds * 1000)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

const DAY_SECONDS = 24 * 60 * 60

/** Of a Retry-After header, in seconds or as a date. At most a day: a sign-in page must not keep a device from checking in. */
function secondsOf(retryAfter: string | null) {
  if (retryAfter === null) return 0
  const seconds = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? 0 : Math.min(seconds, DAY_SECONDS)
}
