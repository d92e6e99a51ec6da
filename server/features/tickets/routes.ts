import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { tickets } from '#contract/tickets.ts'
import { userOf } from '#server/platform/access.ts'
import { sendPage } from '#server/platform/lists.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findTickets } from './queries.ts'

export const ticketRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...tickets.list,
      handler: async (request, reply) =>
        sendPage(request, reply, await findTickets(db, userOf(request), request.query)),
    })
  }
