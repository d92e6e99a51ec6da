import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { invoices } from '#contract/invoices.ts'
import { named } from '#server/database/database.ts'
import { userOf, scopeOf } from '#server/platform/access.ts'
import { actorOf } from '#server/platform/actor.ts'
import { sendPage } from '#server/platform/lists.ts'
import { sendObject } from '#server/platform/objects/send.ts'
import type { Platform } from '#server/platform/platform.ts'
import { present, uploadInvoice } from './actions.ts'
import { readInvoiceDocument } from './document.ts'
import { countMatching, findInvoices } from './queries.ts'

export const invoiceRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform

    app.route({
      ...invoices.list,
      handler: async (request, reply) => {
        const scope = scopeOf(userOf(request))
        const [rows, total] = await Promise.all([
          named(findInvoices(db, scope, request.query)),
          countMatching(db, scope, request.query),
        ])
        return sendPage(request, reply, { rows: rows.map(present), total })
      },
    })

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
        const { files, download } = await readInvoiceDocument(platform, userOf(request), request.params.id)
        return sendObject(files, request, reply, download)
      },
    })
  }
