/** What the license server answers, and what counts as an answer of it. */

export type Decision = {
  /** True exactly when `code` is VALID. */
  valid: boolean
  code: string
  /** For the person at the computer. */
  detail: string
  /** False: nothing was decided. What was known before still holds; ask again. */
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
  checkIn: { intervalSeconds: number; nextCheckInAt: string; graceUntil: string } | null
  serverTime: string
  nonce: string | null
}

export type AvailableUpdate = { available: boolean; version: string | null; mandatory: boolean }

export type Answer = {
  decision: Decision
  /** Proves which device this is. A secret: store it where only this computer's user can read it. */
  deviceToken?: string
  /** Stands in the address of the update feeds and gives no other right. */
  updateToken?: string
  /** The decision as signed words. These alone may lock the application. */
  licenseFile?: string
  update?: AvailableUpdate
  /** The server asks not to be asked again before. */
  retryAfterSeconds?: number
}

/** An answer to the question with this nonce. What is not one (a sign-in page, a fault, a replay) is undefined. */
export function readAnswer(text: string, nonce?: string): Answer | undefined {
  const body = parseObject(text)
  if (!isDecision(body) || (nonce !== undefined && body.nonce !== nonce)) return undefined
  const { deviceToken, updateToken, licenseFile, update, ...decision } = body
  return {
    decision,
    ...(typeof deviceToken === 'string' && { deviceToken }),
    ...(typeof updateToken === 'string' && { updateToken }),
    ...(typeof licenseFile === 'string' && { licenseFile }),
    ...(isUpdate(update) && { update }),
  }
}

export const inconclusive = (detail: string): Decision => ({
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

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The one rule an answer can be told by: valid exactly when its code says so. */
const isDecision = (value: unknown): value is Decision & Record<string, unknown> =>
  isObject(value) &&
  typeof value['code'] === 'string' &&
  typeof value['detail'] === 'string' &&
  typeof value['conclusive'] === 'boolean' &&
  value['valid'] === (value['code'] === 'VALID')

const isUpdate = (value: unknown): value is AvailableUpdate =>
  isObject(value) && typeof value['available'] === 'boolean' && typeof value['mandatory'] === 'boolean'
