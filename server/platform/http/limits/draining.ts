import type { FastifyInstance } from 'fastify'

/** Whether this process is about to stop: it still serves, and says that it is not ready. */
export type Draining = { hasBegun: boolean }

/** A connection that a proxy keeps open is closed by an answer, not while the next request is on its way. */
export function closeConnectionsWhileDraining(app: FastifyInstance, draining: Draining) {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.hasBegun) reply.header('connection', 'close')
    done(null, payload)
  })
}
