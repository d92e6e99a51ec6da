import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may bring a file. */
    takesFiles?: true
  }
}

/** Milliseconds. A socket that says nothing for `idle` is cut, as are headers that take longer than `headers`. */
export const TIMEOUTS = { headers: 20_000, idle: 45_000, body: 30_000, checkEvery: 5_000 } as const

/**
 * A body that drips in is cut too; a file, whose bytes keep coming, may take as long as it takes. So may every answer: without
 * a body nothing is waited for. `patience` in milliseconds.
 */
export function cutSlowBodies(app: FastifyInstance, patience: number = TIMEOUTS.body) {
  const watch = createWatch(patience)
  app.addHook('preParsing', ({ raw, routeOptions }, _reply, payload, done) => {
    const { access, takesFiles } = routeOptions.config
    if (access !== 'signed-url' && !takesFiles && hasBody(raw)) watch(raw)
    done(null, payload)
  })
}

/** Nearly every body comes with its headers. Only what has not arrived by the end of this turn of the event loop gets a timer. */
function createWatch(patience: number) {
  let begun: IncomingMessage[] = []
  const limitUnfinished = () => {
    const unfinished = begun.filter(({ complete, destroyed }) => !complete && !destroyed)
    begun = []
    for (const raw of unfinished) {
      const timer = setTimeout(() => raw.destroy(), patience)
      raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
    }
  }
  return (raw: IncomingMessage) => {
    if (begun.push(raw) === 1) setImmediate(limitUnfinished)
  }
}

/** RFC 9112: who sends a body says how long it is, or that it comes in parts. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** While the server stops, an answered connection is not kept for a next request. */
export function closeConnectionsOnStop(app: FastifyInstance) {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
}
