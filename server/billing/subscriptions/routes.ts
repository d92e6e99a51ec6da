import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { trials } from '#contract/billing/trials.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cancelForCustomer, cancelSubscription, resumeSubscription } from './cancel.ts'
import { changeBillingDetails } from './change-billing-details.ts'
import { changeSubscription, previewSubscription } from './change.ts'
import { createSubscription } from './create.ts'
import { countFeatures } from './queries.ts'
import { readBilling } from './read-billing.ts'
import { changeTrial, convertTrial, createTrial, previewConversion } from './trials.ts'

export const subscriptionRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({ ...subscriptions.read, handler: (request) => readBilling(platform, userOf(request).organizationId) })

    app.route({
      ...subscriptions.cancel,
      handler: (request) =>
        cancelSubscription(platform, actorOf(request), userOf(request).organizationId, request.body),
    })

    app.route({
      ...subscriptions.cancelSubscription,
      handler: (request) => cancelForCustomer(platform, actorOf(request), request.params.id, request.body),
    })

    app.route({
      ...subscriptions.resumeSubscription,
      handler: (request) => resumeSubscription(platform, actorOf(request), request.params.id),
    })

    app.route({
      ...subscriptions.changeDetails,
      handler: (request) =>
        changeBillingDetails(platform, actorOf(request), userOf(request).organizationId, request.body),
    })

    app.route({
      ...subscriptions.createSubscription,
      handler: async (request, reply) => {
        const subscription = await createSubscription(platform, actorOf(request), request.params.id, request.body)
        return reply.code(201).send(subscription)
      },
    })

    app.route({
      ...subscriptions.changeSubscription,
      handler: (request) => changeSubscription(platform, actorOf(request), request.params.id, request.body),
    })

    app.route({ ...subscriptions.features, handler: () => countFeatures(platform.db) })

    app.route({
      ...subscriptions.previewSubscription,
      handler: (request) => previewSubscription(platform, actorOf(request), request.params.id, request.query),
    })

    app.route({
      ...trials.start,
      handler: async (request, reply) => {
        const trial = await createTrial(platform, actorOf(request), request.params.id, request.body)
        return reply.code(201).send(trial)
      },
    })

    app.route({
      ...trials.change,
      handler: (request) => changeTrial(platform, actorOf(request), request.params.id, request.body),
    })

    app.route({
      ...trials.convert,
      handler: (request) => convertTrial(platform, actorOf(request), request.params.id, request.body),
    })

    app.route({
      ...trials.previewConversion,
      handler: (request) => previewConversion(platform, actorOf(request), request.params.id, request.query),
    })
  }
