import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { billing } from '#contract/billing.ts'
import { userOf } from '#server/platform/access.ts'
import { actorOf } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createSubscription, readBilling } from './actions.ts'

export const subscriptionRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({ ...billing.read, handler: (request) => readBilling(db, userOf(request).organizationId) })

    app.route({
      ...billing.createSubscription,
      handler: async (request, reply) => {
        const subscription = await createSubscription(db, actorOf(request), request.params.id, request.body)
        return reply.code(201).send(subscription)
      },
    })
  }
