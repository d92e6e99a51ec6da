import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { inbox } from '#contract/support/inbox.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createViewCounts } from '#server/support/tickets/list/view-queries.ts'
import { removeView, saveView } from './actions.ts'
import { findReplyChoice, findViews, storeReplyChoice } from './queries.ts'

export const inboxRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const countViews = createViewCounts(db)
    app.route({ ...inbox.counts, handler: (request) => countViews(userOf(request).id) })
    app.route({ ...inbox.views, handler: (request) => findViews(db, userOf(request).id) })

    app.route({
      ...inbox.saveView,
      handler: async (request, reply) => reply.code(201).send(await saveView(db, userOf(request).id, request.body)),
    })

    app.route({
      ...inbox.removeView,
      handler: (request) => removeView(db, userOf(request).id, request.params.id),
    })

    app.route({
      ...inbox.replyChoice,
      handler: async (request) => (await findReplyChoice(db, userOf(request).id)) ?? { assigns: true, waits: true },
    })

    app.route({
      ...inbox.setReplyChoice,
      handler: (request) => storeReplyChoice(db, userOf(request).id, request.body),
    })
  }
