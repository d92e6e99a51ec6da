import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may contain a file. */
    takesFiles?: true
  }
}

/** Milliseconds. Cuts idle sockets and slow headers. */
export const TIMEOUTS = { headers: 20_000, idle: 45_000, body: 30_000, checkEvery: 5_000 } as const

/** Cuts slow bodies. Files may take any time while bytes keep coming. `patience` is in milliseconds. */
export function cutSlowBodies(app: FastifyInstance, patience: number = TIMEOUTS.body) {
  const watch = createWatch(patience)
  app.addHook('preParsing', ({ raw, route }, _reply, payload, done) => {
    const { access, takesFiles } = route.config
    if (access !== 'signed-url' && !takesFiles && hasBody(raw)) watch(raw)
    done(null, payload)
  })
}

/** Most bodies arrive with their headers; only later ones get a timer. */
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

/** RFC 9112: a request with a body has a length or a transfer coding. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
