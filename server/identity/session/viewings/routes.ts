import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { viewings } from '#contract/identity/viewings.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startViewing, stopViewing } from './actions.ts'

export const viewingRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...viewings.start,
      handler: async (request, reply) => {
        const wanted = { userId: request.params.id, reason: request.body.reason }
        return reply.code(201).send(await startViewing(db, actorOf(request), userOf(request), wanted))
      },
    })

    app.route({
      ...viewings.stop,
      handler: (request) => stopViewing(db, actorOf(request), userOf(request)),
    })
  }
