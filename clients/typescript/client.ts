import { randomUUID } from 'node:crypto'
import { parseObject, readAnswer, unreachable, withoutDecision, type Answer, type Decision } from './answers.ts'

export type Device = {
  /** Device UUID, in any spelling; see readDeviceFingerprint. */
  deviceFingerprint: string
  /** Computer name, shown in the portal. */
  deviceName: string
  /** Operating system, shown in the portal. */
  deviceOs: string
  /** Installed version of the application. Without it the server requires no update. */
  appVersion?: string | undefined
}
type KeyOnDevice = { licenseKey: string; deviceFingerprint: string }

/** Source of a key: 'typed' by a user just now, or 'stored' by the application or a script. */
export type KeySource = 'typed' | 'stored'

type KeyOptions = {
  reason?: KeySource | undefined
  /** Ids of the public keys this application trusts. The server assigns no license that the application couldn't verify. */
  kids?: string[] | undefined
}

type Options = {
  /** Address of the portal, for example https://portal.example.com. May contain a path. */
  server: string
  /** Time limit of one request in seconds. Default: 10. */
  timeoutSeconds?: number
  /** Default: Node's fetch, which ignores the proxy and certificates of Windows. Electron's `net.fetch` uses both. */
  fetch?: Fetch
  /** Text that an answer must repeat. Default: a random UUID. */
  newNonce?: () => string
}
type Fetch = (address: string, init: RequestInit) => Promise<Response>
export type DeviceClient = ReturnType<typeof createDeviceClient>

type Reply = { status: number; text: string; retryAfter: string | null }

/**
 * Creates a client for the device endpoints. Needs only Node 18 or Electron's main process.
 *
 * Calls never throw: without a network, behind a sign-in page or on a server error, they return a decision that isn't
 * `conclusive`. Trust only the `licenseFile` of an answer; the rest is for display.
 * @throws Error if `server` isn't an http(s) address.
 */
export function createDeviceClient(options: Options) {
  const { server, timeoutSeconds = 10, fetch: send = fetch, newNonce = randomUUID } = options
  const base = baseAddress(server)

  async function request(path: string, init: RequestInit): Promise<Reply> {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000)
    const exchange = async () => {
      // A redirect could carry the license key to another server.
      const response = await send(new URL(path, base).href, { ...init, redirect: 'error', signal })
      return {
        status: response.status,
        text: await readBody(response),
        retryAfter: response.headers.get('retry-after'),
      }
    }
    return withTimeout(timeoutSeconds, exchange())
  }

  const post = (call: string, body: object, headers: Record<string, string> = {}) =>
    request(`api/device/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  async function ask(call: string, body: object, headers?: Record<string, string>): Promise<Answer> {
    try {
      const nonce = newNonce()
      const { status, text, retryAfter } = await post(call, { ...body, nonce }, headers)
      const seconds = parseRetryAfter(retryAfter)
      const answer = readAnswer(text, nonce) ?? withoutDecision(status)
      return seconds > 0 ? { ...answer, retryAfterSeconds: seconds } : answer
    } catch (error) {
      return unreachable(error)
    }
  }

  async function read(path: string) {
    try {
      const { status, text } = await request(path, {})
      return status === 200 || status === 204 ? text : undefined
    } catch {
      return undefined
    }
  }

  const updateFeed = (updateToken: string, channel: string) =>
    new URL(`updates/${encode(updateToken)}/${encode(channel)}/`, base).href
  const asDevice = (deviceToken: string) => ({ authorization: `Device ${deviceToken}` })

  return {
    /** Activates a license on this device. */
    activate: (licenseKey: string, device: Device, use: KeyOptions = {}) =>
      ask('activate', { licenseKey, ...describe(device), ...use }),
    /** Claims a free license with an enrollment key. */
    enroll: (enrollmentKey: string, device: Device, use: KeyOptions = {}) =>
      ask('enroll', { enrollmentKey, ...describe(device), ...use }),
    /** Asks whether the license is valid on this device. Changes nothing. */
    validate: (license: KeyOnDevice) => ask('validate', license),
    /** Reports the device and returns the current decision. `channel`: 'stable' or 'beta'. */
    checkIn: (deviceToken: string, device: Device, channel?: string) =>
      ask('check-in', { ...describe(device), channel }, asDevice(deviceToken)),
    /** Moves the token's license to the current hardware of the same computer. */
    transfer: (deviceToken: string, device: Device, kids?: string[]) =>
      ask('transfer', { ...describe(device), kids }, asDevice(deviceToken)),
    /** Releases the license. The result has a `decision` only if the server refused or didn't answer. */
    deactivate: async (license: KeyOnDevice | { deviceToken: string }): Promise<Deactivation> => {
      try {
        const { status, text } = await post('deactivate', license)
        const answer = readAnswer(text)
        if (answer) return { decision: answer.decision }
        const isDone = status === 200 && typeof parseObject(text)?.['message'] === 'string'
        return isDone ? {} : withoutDecision(status)
      } catch (error) {
        return unreachable(error)
      }
    },
    /** Returns the signed revocation list, not yet verified; undefined if the request fails. */
    revocations: () => read('api/device/revocations'),
    /** Returns the public keys as JSON. Compile them into your application; never fetch them at runtime. */
    keys: () => read('api/device/keys'),
    /** Returns the address of the update folder. Ends with a slash. */
    updateFeed,
    /** Returns update.json for this version as text: '' if it is up to date, undefined if the request fails. */
    update: (updateToken: string, channel: string, version: string) =>
      read(`${updateFeed(updateToken, channel)}update.json?version=${encodeURIComponent(version)}`),
  }
}

export type Deactivation = { decision?: Decision; error?: string }

/** Ends with a slash: otherwise new URL() would drop the last part of the path. */
function baseAddress(server: string) {
  const address = parseUrl(server)
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
    throw new Error(`'${server}' isn't a valid server address. Use a URL such as https://portal.example.com.`)
  }
  return new URL(`${address.origin}${address.pathname.replace(/\/*$/, '/')}`)
}

/** Early versions of Node 18 have no URL.canParse. */
function parseUrl(text: string) {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

const describe = ({ deviceFingerprint, deviceName, deviceOs, appVersion }: Device) => ({
  deviceFingerprint,
  deviceName,
  deviceOs,
  appVersion,
})

/** Far longer than any revocation list. Another server could send an endless response. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024

async function readBody({ body }: Response) {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (value === undefined) return text + decoder.decode()
    length += value.length
    if (length > MAX_RESPONSE_BYTES) {
      reader?.cancel().catch(() => {})
      throw new Error(`the response is longer than ${MAX_RESPONSE_BYTES} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Some implementations of fetch ignore the abort signal. */
async function withTimeout<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${seconds} seconds`)), seconds * 1000)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

const DAY_SECONDS = 24 * 60 * 60

/** Returns at most a day: a sign-in page must not keep a device from checking in. */
function parseRetryAfter(retryAfter: string | null) {
  if (retryAfter === null) return 0
  const seconds = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? 0 : Math.min(seconds, DAY_SECONDS)
}

/** encodeURIComponent throws for text that isn't Unicode. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString())
