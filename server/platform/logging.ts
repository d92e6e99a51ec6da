import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { describeError } from './failures.ts'

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
