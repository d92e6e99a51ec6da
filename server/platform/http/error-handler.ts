import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ApiFailure } from '#contract/errors.ts'
import { REQUIRED } from '#contract/text.ts'
import { DISK_FULL } from '#server/database/violations.ts'
import { HttpError, badRequest, conflict, noRoom, unavailable } from './errors.ts'
import { logFailure } from './logging.ts'
import { CLIENT_GONE } from './requests/request-end.ts'

type ThrownError = Error & Partial<FastifyError> & { cause?: unknown }

const BUSY = 'The service is busy. Please try again in a moment.'
const FULL = 'The database has no disk space left. Please try again later.'
const READ_ONLY = 'The database takes no changes at the moment. Please try again later.'
const GONE = 'The request ended before it was complete.'
const FAULT = 'Something went wrong on our side. Please try again.'

/** Of Fastify, and of PostgreSQL, whose classes 08, 53, 57 and 58 mean that the database is unavailable. */
const byCode: Record<string, () => HttpError> = {
  '23505': () => conflict('This already exists.'),
  '23503': () => conflict('This refers to something that does not exist, or is still in use.'),
  '23514': () => badRequest('A value is outside its allowed range.'),
  '22003': () => badRequest('A number is out of range.'),
  '22007': () => badRequest('A date or time has the wrong form.'),
  '22008': () => badRequest('A date or time is out of range.'),
  '22009': () => badRequest('The offset of a time from UTC is out of range.'),
  '22P02': () => badRequest('A value has the wrong form.'),
  '22021': () => badRequest('Text contains characters that cannot be stored.'),
  '22P05': () => badRequest('Text contains characters that cannot be stored.'),
  '25006': () => unavailable(READ_ONLY, 60),
  '40001': () => unavailable(BUSY, 1),
  '40P01': () => unavailable(BUSY, 1),
  '55P03': () => unavailable(BUSY, 1),
  [DISK_FULL]: () => unavailable(FULL, 60),
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new HttpError(415, 'Send the body as JSON, with Content-Type: application/json.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => badRequest('The request body is not valid JSON.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new HttpError(413, 'The request body is too large.'),
}
const UNWELL = /^(08|53|57|58)/
const NO_CONNECTION = /ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|timeout|Connection terminated|is not queryable/i

/** The innermost error, because drivers wrap errors. */
const reason = (error: ThrownError): ThrownError => (error.cause instanceof Error ? reason(error.cause) : error)

/** Maps any error to a refusal. Faults become a plain 500 without details. */
export function toHttpError(error: ThrownError): HttpError {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return validationFailure(error)
  const { code = '', message } = reason(error)
  const known = byCode[code]
  if (known) return known()
  if (UNWELL.test(code) || NO_CONNECTION.test(`${code} ${message}`)) return unavailable(BUSY)
  const status = error.statusCode ?? 500
  return status < 500 ? new HttpError(status, error.message) : new HttpError(500, FAULT)
}

/** A client that hangs up in the middle of its body ends its connection like a database that fails, but nothing has failed. */
export const refusalFor = (thrown: ThrownError, { raw }: FastifyRequest) =>
  raw.readableAborted ? new HttpError(CLIENT_GONE, GONE) : toHttpError(thrown)

/** RFC 9110 wants a scheme in each 401. With Basic, browsers would ask for a password. */
const BEARER = 'Bearer'

const ATTACHED = 'content-disposition'

type Issue = { instancePath: string; message?: string }

type ValidationError = { validation: Issue[] }

function validationFailure({ validation }: ValidationError) {
  const errors: Record<string, string> = {}
  for (const issue of validation) errors[fieldOf(issue)] ??= messageOf(issue)
  const [first] = validation
  return badRequest(first ? sentenceOf(first) : INVALID, errors)
}

const INVALID = 'Invalid input'

const fieldOf = ({ instancePath }: Issue) => instancePath.slice(1).replaceAll('/', '.')

const messageOf = ({ message = INVALID }: Issue) => message

const sentenceOf = (issue: Issue) => (issue.message === REQUIRED ? `${fieldOf(issue)} is required` : messageOf(issue))

export function answerError(thrown: ThrownError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalFor(thrown, request)
  const { statusCode, retryAfterSeconds, challenge } = refusal
  if (statusCode >= 500) logFailure(request, thrown, 'error', 'request failed')
  if (retryAfterSeconds) reply.header('retry-after', Math.ceil(retryAfterSeconds))
  if (statusCode === 401) reply.header('www-authenticate', challenge ?? BEARER)
  // A file that fails before its first byte has already set its headers.
  reply.removeHeader(ATTACHED).raw.removeHeader(ATTACHED)
  return reply.code(statusCode).type('application/json; charset=utf-8').send(bodyOf(refusal))
}

const bodyOf = ({ message, code, errors, about, pending }: HttpError): ApiFailure => ({
  message,
  ...(code && { code }),
  ...(errors && { errors }),
  ...(about && { about }),
  ...(pending && { pending }),
})
