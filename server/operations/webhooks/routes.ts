import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { webhooks } from '#contract/operations/webhooks.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { pageFrom, sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeWebhook, createWebhook, removeWebhook, listWebhooks, ownerOf, rotateSecret } from './actions.ts'
import { replay, resend, sendTest } from './deliveries.ts'
import { countDeliveries, findWebhook, selectDeliveries } from './queries.ts'

export const webhookRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform

    app.route({ ...webhooks.list, handler: (request) => listWebhooks(db, userOf(request)) })

    app.route({
      ...webhooks.create,
      handler: async (request, reply) =>
        reply.code(201).send(await createWebhook(platform, actorOf(request), userOf(request), request.body)),
    })

    app.route({
      ...webhooks.change,
      handler: (request) => changeWebhook(platform, actorOf(request), userOf(request), request.params.id, request.body),
    })

    app.route({
      ...webhooks.rotateSecret,
      handler: async (request, reply) =>
        reply.code(201).send(await rotateSecret(platform, actorOf(request), userOf(request), request.params.id)),
    })

    app.route({
      ...webhooks.remove,
      handler: async (request) => {
        await removeWebhook(db, actorOf(request), userOf(request), request.params.id)
        return { message: 'Webhook deleted' }
      },
    })

    app.route({
      ...webhooks.test,
      handler: async (request, reply) =>
        reply.code(201).send(await sendTest({ platform, user: userOf(request) }, request.params.id)),
    })

    app.route({
      ...webhooks.deliveries,
      handler: async (request, reply) => {
        const [owner, { id }] = [ownerOf(userOf(request)), request.params]
        if (!(await findWebhook(db, owner, id))) throw notFound('Webhook')
        const page = await pageFrom(
          selectDeliveries(db, owner, id, request.query),
          countDeliveries(db, owner, id, request.query),
        )
        return sendPage(request, reply, page)
      },
    })

    app.route({
      ...webhooks.resend,
      handler: (request) => resend({ platform, user: userOf(request) }, actorOf(request), request.params.id),
    })

    app.route({
      ...webhooks.replay,
      handler: (request) =>
        replay({ platform, user: userOf(request) }, actorOf(request), request.params.id, request.body.since),
    })
  }
