import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { outbox } from '#contract/operations/outbox.ts'
import { actorOf } from '#server/platform/actor.ts'
import { unknownAddress } from '#server/platform/http/errors.ts'
import { sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { resendMail } from './actions.ts'
import { findMails } from './queries.ts'
import { readTemplates } from './templates.ts'

/** Emails contain sign-in links, so only the operator of a demo may read them. */
export const outboxRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preHandler', async () => {
      if (!platform.config.demo) throw unknownAddress()
    })
    app.route({
      ...outbox.list,
      handler: async (request, reply) => sendPage(request, reply, await findMails(platform, request.query)),
    })
    app.route({ ...outbox.templates, handler: () => readTemplates(platform.config) })
    app.route({
      ...outbox.resend,
      handler: async (request) => {
        await resendMail(platform, actorOf(request), request.params.id)
        return { message: 'Email queued' }
      },
    })
  }
