export type Decision = {
  /** True exactly when `code` is VALID. */
  valid: boolean
  code: string
  /** English sentence to show to the user. Translate by `code`. */
  detail: string
  /** False if the server could not decide, for example without a network. Keep the last decision and retry. */
  conclusive: boolean
  warnings: string[]
  license: {
    id: string
    label: string
    status: string
    deviceFingerprint: string | null
    deviceName: string | null
    deviceOs: string | null
    billingStatus: string
    lastCheckIn: string | null
  } | null
  organization: { name: string } | null
  /** Machine-readable cause of the code, for example IN_USE; docs/integrate.md lists all. */
  reason: string | null
  /** When the license was lost, became overdue or expired. ISO 8601, UTC. */
  since: string | null
  /** When a running device will stop, if known. ISO 8601, UTC. */
  until: string | null
  /** Set with MOVE_LIMIT_REACHED; `nextAt` is when the license can be moved again. */
  moves: { used: number; limit: number; left: number; nextAt: string | null } | null
  checkIn: { intervalSeconds: number; nextCheckInAt: string; graceUntil: string } | null
  serverTime: string
  nonce: string | null
}

export type AvailableUpdate = { available: boolean; version: string | null; mandatory: boolean }

export type Answer = {
  decision: Decision
  /** Secret that authenticates this device. Never log it or send it elsewhere. */
  deviceToken?: string
  /** Token in the address of the update feeds. Grants nothing else. */
  updateToken?: string
  /** The signed decision. Lock or unlock the application only by this. */
  licenseFile?: string
  update?: AvailableUpdate
  /** Seconds to wait before the next request, from the server's Retry-After header. */
  retryAfterSeconds?: number
  /** Technical cause of a failed request, for the log. */
  error?: string
}

/** Parses the answer to the request with this nonce. Returns undefined for a sign-in page, an error page or a replay. */
export function readAnswer(text: string, nonce?: string): Answer | undefined {
  const body = parseObject(text)
  if (!isDecision(body) || (nonce !== undefined && body.nonce !== nonce)) return undefined
  const { deviceToken, updateToken, licenseFile, update, ...decision } = body
  const warnings: unknown[] = Array.isArray(decision.warnings) ? decision.warnings : []
  return {
    decision: { ...NO_DETAILS, ...decision, warnings: warnings.filter((warning) => typeof warning === 'string') },
    ...(typeof deviceToken === 'string' && { deviceToken }),
    ...(typeof updateToken === 'string' && { updateToken }),
    ...(typeof licenseFile === 'string' && { licenseFile }),
    ...(isUpdate(update) && { update }),
  }
}

/** Servers before version 0.2 don't send these fields. */
const NO_DETAILS = { reason: null, since: null, until: null, moves: null }

const UNREACHABLE =
  "Can't reach the license server. Check your internet connection. The application retries automatically."
const NOT_THE_SERVER =
  "Can't reach the license server. Something else answered, such as the sign-in page of your network."

export function unreachable(error: unknown): Answer {
  const reason = reasonOf(error)
  return {
    decision: inconclusive(/unexpected redirect|redirect policy/.test(reason) ? NOT_THE_SERVER : UNREACHABLE),
    error: reason,
  }
}

const UNAVAILABLE = "The license server can't answer right now. The application retries automatically."

/** A proxy before the server answers in its place with 500 or above. */
export const withoutDecision = (status: number): Answer => ({
  decision: inconclusive(status >= 500 ? UNAVAILABLE : NOT_THE_SERVER),
  error: `HTTP ${status} without a decision`,
})

export const notTheServer = (error: string): Answer => ({ decision: inconclusive(NOT_THE_SERVER), error })

export const inconclusive = (detail: string): Decision => ({
  valid: false,
  code: 'SERVER_ERROR',
  detail,
  conclusive: false,
  warnings: [],
  license: null,
  organization: null,
  ...NO_DETAILS,
  checkIn: null,
  serverTime: new Date().toISOString(),
  nonce: null,
})

/** fetch throws 'fetch failed'; the reason is in its `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name
}

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isDecision = (value: unknown): value is Decision & Record<string, unknown> =>
  isObject(value) &&
  typeof value['code'] === 'string' &&
  typeof value['detail'] === 'string' &&
  typeof value['conclusive'] === 'boolean' &&
  value['valid'] === (value['code'] === 'VALID')

export const isUpdate = (value: unknown): value is AvailableUpdate =>
  isObject(value) &&
  typeof value['available'] === 'boolean' &&
  typeof value['mandatory'] === 'boolean' &&
  (value['version'] === null || typeof value['version'] === 'string')
