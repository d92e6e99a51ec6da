import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { outbox } from '#contract/operations/outbox.ts'
import { unknownAddress } from '#server/platform/http/errors.ts'
import { sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findMails } from './queries.ts'
import { readTemplates } from './templates.ts'

/** Emails contain sign-in links, so only the operator of a demo may read them. */
export const outboxRoutes =
  ({ db, seal, config }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preHandler', async () => {
      if (!config.demo) throw unknownAddress()
    })
    app.route({
      ...outbox.list,
      handler: async (request, reply) => sendPage(request, reply, await findMails({ db, seal }, request.query)),
    })
    app.route({ ...outbox.templates, handler: () => readTemplates(config) })
  }
