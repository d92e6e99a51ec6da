import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { invoices } from '#contract/invoices.ts'
import { userOf } from '#server/platform/access.ts'
import { actorOf } from '#server/platform/actor.ts'
import { sendObject } from '#server/platform/objects/send.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readInvoiceFile, uploadInvoice } from './actions.ts'
import { scopeOf } from './queries.ts'

export const invoiceRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, objects } = platform

    app.route({
      ...invoices.upload,
      handler: async (request, reply) => {
        const invoice = await uploadInvoice(platform, actorOf(request), userOf(request), request.body)
        return reply.code(201).send(invoice)
      },
    })

    app.route({
      ...invoices.download,
      handler: async (request, reply) => {
        const file = await readInvoiceFile(db, scopeOf(userOf(request)), request.params.id)
        return sendObject(objects, request, reply, file)
      },
    })
  }
