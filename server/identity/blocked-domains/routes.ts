import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { blockedDomains } from '#contract/identity/blocked-domains.ts'
import { actorOf } from '#server/platform/actor.ts'
import { sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { blockDomain, unblockDomain } from './actions.ts'
import { findDomains } from './queries.ts'

export const blockedDomainRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...blockedDomains.list,
      handler: async (request, reply) => sendPage(request, reply, await findDomains(db, request.query)),
    })

    app.route({
      ...blockedDomains.create,
      handler: async (request, reply) =>
        reply.code(201).send(await blockDomain(db, actorOf(request), request.body.domain)),
    })

    app.route({
      ...blockedDomains.remove,
      handler: async (request) => {
        await unblockDomain(db, actorOf(request), request.params.id)
        return { message: 'Domain unblocked' }
      },
    })
  }
