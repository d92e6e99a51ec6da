/** The answers of the license server, and how to recognize one. */

export type Decision = {
  /** True exactly when `code` is VALID. */
  valid: boolean
  code: string
  /** A sentence for the person at the computer. */
  detail: string
  /** False: nothing was decided. Keep the last decision and ask again. */
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
  /** Which of the code's causes, for programs. */
  reason: string | null
  /** When it came to this: lost, overdue, expired. */
  since: string | null
  /** When a device that may run now stops, as far as is known. */
  until: string | null
  /** With MOVE_LIMIT_REACHED: `nextAt` is when the license can move again. */
  moves: { used: number; limit: number; left: number; nextAt: string | null } | null
  checkIn: { intervalSeconds: number; nextCheckInAt: string; graceUntil: string } | null
  serverTime: string
  nonce: string | null
}

export type AvailableUpdate = { available: boolean; version: string | null; mandatory: boolean }

export type Answer = {
  decision: Decision
  /** Identifies this device to the server. A secret: keep it on this computer. */
  deviceToken?: string
  /** Part of the address of the update feeds; it grants nothing else. */
  updateToken?: string
  /** The signed decision. Nothing else may lock the application. */
  licenseFile?: string
  update?: AvailableUpdate
  /** The server asks to wait this long before the next request. */
  retryAfterSeconds?: number
  /** For the log: what failed on the way to the server. */
  error?: string
}

/** The answer to the request with this nonce; undefined for anything else (a sign-in page, a fault, a replay). */
export function readAnswer(text: string, nonce?: string): Answer | undefined {
  const body = parseObject(text)
  if (!isDecision(body) || (nonce !== undefined && body.nonce !== nonce)) return undefined
  const { deviceToken, updateToken, licenseFile, update, ...decision } = body
  const warnings: unknown[] = Array.isArray(decision.warnings) ? decision.warnings : []
  return {
    decision: { ...NO_CAUSE, ...decision, warnings: warnings.filter((warning) => typeof warning === 'string') },
    ...(typeof deviceToken === 'string' && { deviceToken }),
    ...(typeof updateToken === 'string' && { updateToken }),
    ...(typeof licenseFile === 'string' && { licenseFile }),
    ...(isUpdate(update) && { update }),
  }
}

/** Of servers before version 0.2. */
const NO_CAUSE = { reason: null, since: null, until: null, moves: null }

const UNREACHABLE =
  'The license server cannot be reached. Check the internet connection. The application retries automatically.'
const NOT_THE_SERVER =
  'The license server cannot be reached: something else answered, such as the sign-in page of a network.'

export const unreachable = (error: unknown): Answer => ({
  decision: inconclusive(UNREACHABLE),
  error: reasonOf(error),
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
  ...NO_CAUSE,
  checkIn: null,
  serverTime: new Date().toISOString(),
  nonce: null,
})

/** fetch only says 'fetch failed'; the reason is in its cause. */
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

/** Every decision keeps this rule: valid exactly when the code says so. */
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
