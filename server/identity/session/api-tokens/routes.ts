import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { apiTokens } from '#contract/identity/api-tokens.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createToken, listTokens, revokeToken } from './actions.ts'

export const apiTokenRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform

    app.route({ ...apiTokens.list, handler: (request) => listTokens(db, userOf(request)) })

    app.route({
      ...apiTokens.create,
      handler: async (request, reply) =>
        reply.code(201).send(await createToken(platform, actorOf(request), userOf(request), request.body)),
    })

    app.route({
      ...apiTokens.revoke,
      handler: async (request) => {
        await revokeToken(db, actorOf(request), userOf(request), request.params.id)
        return { message: 'API token revoked' }
      },
    })
  }
