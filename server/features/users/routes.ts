import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { users } from '#contract/users.ts'
import { actorOf } from '#server/platform/actor.ts'
import { sendPage } from '#server/platform/lists.ts'
import type { Platform } from '#server/platform/platform.ts'
import { activateUser } from './actions.ts'
import { findUsers, summarizeUsers } from './queries.ts'

export const userRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform

    app.route({
      ...users.list,
      handler: async (request, reply) => sendPage(request, reply, await findUsers(db, request.query)),
    })

    app.route({ ...users.summary, handler: () => summarizeUsers(db) })

    app.route({
      ...users.activate,
      handler: (request) => activateUser(platform, actorOf(request), request.params.id),
    })
  }
