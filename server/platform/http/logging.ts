import {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { StartupError } from '#server/database/startup-error.ts'
import { isAway } from '#server/database/violations.ts'
import { HttpError } from './errors.ts'
import { onRequestEnd } from './requests/request-end.ts'
import { withoutSecretLinks } from './secret-links.ts'

let lines = ''

/** Collects the lines of one turn of the event loop and writes them at once, or when the process exits. */
const stream = {
  write: (line: string) => {
    if (!lines) setImmediate(writeLines)
    lines += line
  },
}

function writeLines() {
  if (lines) process.stdout.write(lines)
  lines = ''
}
process.once('exit', writeLines)
// The reader of the log may be gone; the portal continues.
process.stdout.on('error', () => {})

export const loggerOptions = (level: string): FastifyServerOptions['logger'] => ({
  level,
  stream,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: describeError, req: ({ id }) => ({ id }), res: ({ statusCode }) => ({ statusCode }) },
})

/** Logs failures in the middle of a streamed answer. Its client may leave. */
export class FailureLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'requestId' })
  }

  override streamError(error: Error, request: FastifyRequest, { raw }: FastifyReply) {
    if (!raw.destroyed) request.log.error({ err: error }, 'request failed')
  }
}

/** Logs who asked for what, the status and the duration. Logs the route's pattern, because URLs contain tokens. */
export const logRequests = (app: FastifyInstance) =>
  onRequestEnd(app, (request, reply, { status, isAborted }) => {
    const isProbe = request.route.url?.startsWith('/health/') && status < 400
    request.log[isProbe ? 'debug' : 'info']({
      userId: request.user?.id,
      apiTokenId: request.user?.apiToken?.id,
      organizationId: request.user?.organizationId ?? undefined,
      method: request.method,
      route: request.route.url ?? 'unknown',
      status,
      reason: reasons.get(request),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(isAborted && { aborted: true }),
    })
  })

/** Of requests that failed because the database, or another peer, is away. */
const reasons = new WeakMap<FastifyRequest, string>()
const lastAway = new Map<string, number>()

/** Milliseconds without a failure, after which its stack is logged again. */
const PAUSE = 60_000

/** While the database is away, all requests fail alike: the stack is logged once, and the reason in the line of each request. */
export function logFailure(request: FastifyRequest, error: unknown, level: 'error' | 'warn', message: string) {
  if (isAway(error)) {
    const reason = reasonOf(error).message
    const key = `${level} ${reason}`
    const [now, before = -Infinity] = [performance.now(), lastAway.get(key)]
    if (lastAway.size >= MOST) lastAway.clear()
    lastAway.set(key, now)
    reasons.set(request, reason)
    if (now - before < PAUSE) return
  }
  request.log[level]({ err: error }, message)
}

type Failure = Error & { code?: string; cause?: unknown }

/** SQLSTATEs whose messages quote a value. */
const ABOUT_A_VALUE = /^22/

/** Describes a failure without values: no statement parameters, nothing quoted by the database. */
export function reasonOf(error: unknown): { type: string; code?: string; message: string } {
  if (!(error instanceof Error)) return { type: 'Error', message: withoutSecretLinks(String(error)) }
  const { name, code, message, cause }: Failure = error
  if (cause instanceof Error) return reasonOf(cause)
  // A host with several addresses fails with one error for each, and no message.
  if (error instanceof AggregateError && message === '') return reasonOf(error.errors[0])
  return { type: name, ...(code !== undefined && { code }), message: withoutSecretLinks(withoutValues(message, code)) }
}

function withoutValues(message: string, code: string | undefined) {
  // The statement's text without its parameters.
  const [words = ''] = message.split('\nparams: ')
  return code !== undefined && ABOUT_A_VALUE.test(code) ? words.replace(/"[^]*"/, '(a value)') : words
}

/** The reason and its stack frames. The head of a stack quotes the message, and so parameters. */
export function describeError(error: Error) {
  const { stack = '', message } = error
  const end = stack.indexOf(message)
  const frames = stack.slice(end === -1 ? stack.length : end + message.length).replace(/^\n/, '')
  return { ...reasonOf(error), stack: frames }
}

const TRY_AGAIN = / Please try again .*/

/** For a terminal: the sentence meant for people, or the error with its place. */
export function wordsOf(error: unknown) {
  if (error instanceof HttpError && error.cause instanceof Error)
    return `${error.message.replace(TRY_AGAIN, '')} ${reasonOf(error).message}`
  if (error instanceof StartupError || error instanceof HttpError) return error.message
  const { type, message } = reasonOf(error)
  const { stack } = error instanceof Error ? describeError(error) : { stack: '' }
  return `${type}: ${message}\n${stack}`.trimEnd()
}

/** Milliseconds in which the same failure is logged once. */
const QUIET = 3_600_000

/** `about` names the job that failed. */
export type Report = (error: Error, about?: { job: string }) => void

/** Logs background failures as JSON lines. A repeated line says how often it occurred. */
export function createReport(write: (line: string) => void, clock = () => performance.now()): Report {
  const known = new Map<string, { loggedAt: number; times: number }>()
  return (error, about) => {
    const failure = describeError(error)
    const key = `${about?.job}: ${failure.message}`
    const earlier = known.get(key)
    if (earlier && clock() - earlier.loggedAt < QUIET) {
      earlier.times += 1
      return
    }
    if (known.size >= MOST) known.clear()
    known.set(key, { loggedAt: clock(), times: 1 })
    const times = earlier && earlier.times > 1 ? { timesBefore: earlier.times } : {}
    write(JSON.stringify({ level: 'error', time: new Date().toISOString(), ...about, ...failure, ...times }))
  }
}

/** Messages remembered. */
const MOST = 1000
