import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { invoiceDrafts } from '#contract/billing/invoice-drafts.ts'
import { actorOf } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createDraft, readTerms } from './actions.ts'

export const invoiceDraftRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({ ...invoiceDrafts.terms, handler: () => readTerms(platform) })

    app.route({
      ...invoiceDrafts.create,
      handler: async (request, reply) =>
        reply.code(201).send(await createDraft(platform, actorOf(request), request.body)),
    })
  }
