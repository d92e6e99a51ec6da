import type { FastifyInstance, FastifyServerOptions } from 'fastify'

type Failure = Error & { code?: string; cause?: unknown }

const innermost = (error: Failure): Failure => (error.cause instanceof Error ? innermost(error.cause) : error)

/** A database error's outer message quotes the parameters, which may be secrets: the log keeps the reason and the frames. */
export function describeError(error: Failure) {
  const { name, code, message } = innermost(error)
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return { type: name, ...(code && { code }), message, stack: frames?.join('\n') ?? '' }
}

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
    request.log.info({
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
