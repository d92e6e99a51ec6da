import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { StartupError } from '#server/database/startup-error.ts'
import { HttpError } from './errors.ts'
import { withoutSecretLinks } from './secret-links.ts'

let lines = ''

/** What is logged in one turn of the event loop is written at its end, in one go, or when the process ends before. */
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
// Whoever read the log may be gone; the portal stays.
process.stdout.on('error', () => {})

/** One JSON line an event: time in UTC, the level by its name. */
export const loggerOptions = (level: string): FastifyServerOptions['logger'] => ({
  level,
  stream,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: describeError, req: ({ id }) => ({ id }), res: ({ statusCode }) => ({ statusCode }) },
})

/** Who asked for what, how it ended and how long it took. The route's pattern, never the address with its tokens. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const isProbe = request.routeOptions.url?.startsWith('/health/') && reply.statusCode < 400
    request.log[isProbe ? 'debug' : 'info']({
      userId: request.user?.id,
      organizationId: request.user?.organizationId ?? undefined,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
    done()
  })
}

type Failure = Error & { code?: string; cause?: unknown }

/** SQLSTATEs that say what is wrong with a value, and quote it. */
const ABOUT_A_VALUE = /^22/

/** The reason of a failure in words that hold no values: neither parameters of a statement, nor what the database quotes of them. */
export function reasonOf(error: unknown): { type: string; code?: string; message: string } {
  if (!(error instanceof Error)) return { type: 'Error', message: withoutSecretLinks(String(error)) }
  const { name, code, message, cause }: Failure = error
  if (cause instanceof Error) return reasonOf(cause)
  return { type: name, ...(code !== undefined && { code }), message: withoutSecretLinks(withoutValues(message, code)) }
}

function withoutValues(message: string, code: string | undefined) {
  // Of a statement that failed without a reason its text may stay.
  const [words = ''] = message.split('\nparams: ')
  return code !== undefined && ABOUT_A_VALUE.test(code) ? words.replace(/"[^]*"/, '(a value)') : words
}

/** The reason with the places it came through. The head of a stack quotes the message, and so parameters. */
export function describeError(error: Error) {
  const { stack = '', message } = error
  const end = stack.indexOf(message)
  const frames = stack.slice(end === -1 ? stack.length : end + message.length).replace(/^\n/, '')
  return { ...reasonOf(error), stack: frames }
}

/** For a terminal: the sentence that was written for people, or what went wrong and where. */
export function wordsOf(error: unknown) {
  if (error instanceof StartupError || error instanceof HttpError) return error.message
  const { type, message } = reasonOf(error)
  const { stack } = error instanceof Error ? describeError(error) : { stack: '' }
  return `${type}: ${message}\n${stack}`.trimEnd()
}

/** Milliseconds in which the same failure is logged once, however often it happens. */
const QUIET = 3_600_000

/** Logs what failed in the background, as one JSON line. A line that repeats an earlier one says how many it stands for. */
export function createReport(write: (line: string) => void, clock = () => performance.now()) {
  const known = new Map<string, { loggedAt: number; times: number }>()
  return (error: Error) => {
    const failure = describeError(error)
    const { message } = failure
    const earlier = known.get(message)
    if (earlier && clock() - earlier.loggedAt < QUIET) {
      earlier.times += 1
      return
    }
    if (known.size >= MOST) known.clear()
    known.set(message, { loggedAt: clock(), times: 1 })
    const times = earlier && earlier.times > 1 ? { timesBefore: earlier.times } : {}
    write(JSON.stringify({ level: 'error', time: new Date().toISOString(), ...failure, ...times }))
  }
}

/** Messages that are remembered. */
const MOST = 1000
