import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Nonce, type Decision, type DecisionCode, type DeviceRefusal } from '#contract/licensing/devices.ts'
import { refusalFor } from '#server/platform/http/error-handler.ts'
import { logFailure } from '#server/platform/http/logging.ts'
import { verdict } from './decision/decision.ts'
import { countDecision } from './device-metrics.ts'
import type { Answer } from './signed-answer.ts'

/** HTTP status by decision, for calls that change something. */
export const DECISION_STATUS: Record<DecisionCode, number> = {
  VALID: 200,
  VALIDATION_ERROR: 400,
  NOT_FOUND: 404,
  NOT_ACTIVATED: 409,
  DEVICE_MISMATCH: 409,
  DEVICE_HAS_LICENSE: 409,
  SET_ASIDE: 409,
  HARDWARE_CHANGED: 409,
  MOVED: 403,
  RELEASED: 403,
  REVOKED: 403,
  INACTIVE: 403,
  ORGANIZATION_SUSPENDED: 403,
  SUBSCRIPTION_ENDED: 403,
  SUBSCRIPTION_OVERDUE: 403,
  MOVE_LIMIT_REACHED: 403,
  NO_SEAT_AVAILABLE: 403,
  ENROLLMENT_CLOSED: 403,
  FINGERPRINT_PLACEHOLDER: 422,
  UNKNOWN_KEY: 409,
  RATE_LIMITED: 429,
  SERVER_ERROR: 503,
}

const refusalOf = (decision: Decision): DeviceRefusal => ({ ...decision, message: decision.detail })

export const refuse = (reply: FastifyReply, { decision, licenseFile }: Answer) =>
  reply.code(DECISION_STATUS[decision.code]).send({ ...refusalOf(decision), ...(licenseFile && { licenseFile }) })

/** Answers with the decision, its file and what is issued with it, or refuses. */
export const grant = <Issued extends object>(reply: FastifyReply, answer: Answer, issued: Issued | undefined) => {
  const { decision, licenseFile } = answer
  return issued && licenseFile ? { ...decision, ...issued, licenseFile } : refuse(reply, answer)
}

/** Maps other refusals to decision codes. */
function codeOf(statusCode: number): DecisionCode {
  if (statusCode >= 500) return 'SERVER_ERROR'
  if (statusCode === 429) return 'RATE_LIMITED'
  return statusCode === 401 ? 'NOT_ACTIVATED' : 'VALIDATION_ERROR'
}

/** Turns every error of these routes into a decision, because devices read nothing else, and counts all decisions. */
export function answerDevices(app: FastifyInstance) {
  app.setErrorHandler(answerDevice)
  app.addHook('preSerialization', countDecision)
}

/** `conclusive` says whether anything was decided. */
function answerDevice(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, message, errors, retryAfterSeconds } = refusalFor(thrown, request)
  if (statusCode >= 500) logFailure(request, thrown, 'error', 'request failed')
  if (statusCode === 401) reply.header('www-authenticate', 'Device')
  if (retryAfterSeconds) reply.header('retry-after', Math.ceil(retryAfterSeconds))
  const decision = verdict(codeOf(statusCode), message, new Date(), nonceOf(request.body))
  return reply.code(statusCode).send({ ...refusalOf(decision), ...(errors && { errors }) })
}

function nonceOf(body: unknown) {
  const nonce = body && typeof body === 'object' && 'nonce' in body ? body.nonce : undefined
  return Nonce.safeParse(nonce).data
}
