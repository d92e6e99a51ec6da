import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { attachments } from '#contract/support/attachments.ts'
import { messages } from '#contract/support/messages.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sendObject } from '#server/platform/storage/send.ts'
import { readAttachment } from '#server/support/tickets/attachments/attachments.ts'
import { readMessages, writeMessage } from './messages.ts'

export const ticketMessageRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, objects } = platform

    app.route({
      ...messages.list,
      handler: async (request, reply) => {
        const page = await readMessages(db, userOf(request), request.params.id, request.query)
        return sendPage(request, reply, page).toReversed()
      },
    })

    app.route({
      ...messages.create,
      handler: async (request, reply) => {
        const by = { actor: actorOf(request), reader: userOf(request) }
        const message = await writeMessage(platform, by, request.params.id, request.body)
        return reply.code(201).send(message)
      },
    })

    app.route({
      ...attachments.file,
      handler: async (request, reply) => {
        const file = await readAttachment(db, userOf(request), { ...request.params, ...request.query })
        return sendObject(objects, request, reply, file)
      },
    })
  }
