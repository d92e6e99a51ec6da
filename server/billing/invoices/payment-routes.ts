import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { payments } from '#contract/billing/payments.ts'
import { writeCreditNote } from '#server/billing/invoices/credit-notes/credit-notes.ts'
import { readHistory, readInvoice } from '#server/billing/invoices/detail.ts'
import { readCreditNoteDocument } from '#server/billing/invoices/print/document.ts'
import { recordPayment, recordRefund, reversePayment } from '#server/billing/ledger/payments.ts'
import { actorOf } from '#server/platform/actor.ts'
import { scopeOf, userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sendObject } from '#server/platform/storage/send.ts'

export const paymentRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform

    app.route({
      ...payments.read,
      handler: (request) => readInvoice(platform, scopeOf(userOf(request)), request.params.id),
    })

    app.route({ ...payments.history, handler: (request) => readHistory(db, request.params.id) })

    app.route({
      ...payments.record,
      handler: async (request, reply) => {
        await recordPayment(platform, actorOf(request), { ...request.params, ...request.body })
        return reply.code(201).send(await readInvoice(platform, 'all', request.params.id))
      },
    })

    app.route({
      ...payments.reverse,
      handler: async (request, reply) => {
        const id = await reversePayment(platform, actorOf(request), { ...request.params, ...request.body })
        return reply.code(201).send(await readInvoice(platform, 'all', id))
      },
    })

    app.route({
      ...payments.credit,
      handler: async (request, reply) =>
        reply.code(201).send(await writeCreditNote(platform, actorOf(request), { ...request.params, ...request.body })),
    })

    app.route({
      ...payments.refund,
      handler: async (request, reply) =>
        reply.code(201).send(await recordRefund(platform, actorOf(request), { ...request.params, ...request.body })),
    })

    app.route({
      ...payments.downloadCreditNote,
      handler: async (request, reply) => {
        const { files, download } = await readCreditNoteDocument(platform, userOf(request), request.params.id)
        return sendObject(files, request, reply, download)
      },
    })
  }
