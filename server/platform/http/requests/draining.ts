import type { FastifyInstance } from 'fastify'

export type Draining = { hasBegun: boolean }

/** Closes keep-alive connections with an answer, so that no next request is lost. */
export function closeConnectionsWhileDraining(app: FastifyInstance, draining: Draining) {
  app.addHook('preClose', async () => {
    draining.hasBegun = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.hasBegun) reply.header('connection', 'close')
    done(null, payload)
  })
}
