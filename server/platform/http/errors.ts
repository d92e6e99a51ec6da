import type { ApiFailure } from '#contract/errors.ts'

type Details = {
  errors?: Record<string, string> | undefined
  code?: string
  about?: ApiFailure['about']
  pending?: ApiFailure['pending']
  retryAfterSeconds?: number
  challenge?: string
}

/** A refusal with its status and its sentence. Any other error is a fault of ours. */
export class HttpError extends Error {
  statusCode: number
  errors: Record<string, string> | undefined
  code: string | undefined
  about: ApiFailure['about']
  pending: ApiFailure['pending']
  retryAfterSeconds: number | undefined
  /** For WWW-Authenticate. */
  challenge: string | undefined
  constructor(statusCode: number, message: string, details: Details = {}) {
    const { errors, code, about, pending, retryAfterSeconds, challenge } = details
    super(message)
    this.statusCode = statusCode
    this.errors = errors
    this.code = code
    this.about = about
    this.pending = pending
    this.retryAfterSeconds = retryAfterSeconds
    this.challenge = challenge
  }
}

export const badRequest = (message: string, errors?: Record<string, string>) => new HttpError(400, message, { errors })
export const unauthorized = (message: string) => new HttpError(401, message)
export const forbidden = (message: string, details: Pick<Details, 'pending' | 'code'> = {}) =>
  new HttpError(403, message, details)

type Thing =
  | 'API token'
  | 'Attachment'
  | 'Audit entry'
  | 'Email'
  | 'Blocked domain'
  | 'Bucket'
  | 'Canned reply'
  | 'Category'
  | 'Credit note'
  | 'Document'
  | 'Domain'
  | 'Enrollment key'
  | 'File'
  | 'Invitation'
  | 'Invoice'
  | 'Job'
  | 'License'
  | 'License request'
  | 'Proof of payment'
  | 'Member'
  | 'Note'
  | 'Organization'
  | 'Passkey'
  | 'Payment'
  | 'Registration'
  | 'Session'
  | 'Subscription'
  | 'Ticket'
  | 'User'
  | 'Version'
  | 'View'
  | 'Webhook'
  | 'Delivery'

export const notFound = (thing: Thing) => new HttpError(404, `${thing} not found`)
export const unknownAddress = () => new HttpError(404, 'This address doesn’t exist.')
export const isMissing = (error: unknown) => error instanceof HttpError && error.statusCode === 404

export const conflict = (message: string, details: Pick<Details, 'errors' | 'about' | 'code'> = {}) =>
  new HttpError(409, message, details)

/** Shown at this field of the form. */
export const conflictAt = (field: string, message: string) => conflict(message, { errors: { [field]: message } })

export const tooManyRequests = (retryAfterSeconds: number) =>
  new HttpError(429, 'Too many attempts. Please wait a moment and try again.', { retryAfterSeconds })

export const unavailable = (message: string, retryAfterSeconds = 2) =>
  new HttpError(503, message, { retryAfterSeconds })

export const noRoom = () => new HttpError(507, 'There is no space left for this file. Please try again later.')

const ABOUT_A_FIELD = [400, 409, 415]

/** For `catch`: a refusal that does not pass is about this field. */
export const atField =
  (field: string) =>
  (error: unknown): never => {
    if (error instanceof HttpError && ABOUT_A_FIELD.includes(error.statusCode) && !error.retryAfterSeconds)
      error.errors = { [field]: error.message }
    throw error
  }

/** Returns the sentence with which the work is refused, or nothing. */
export async function refusalOf(work: () => unknown) {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof HttpError) return error.message
    throw error
  }
}
