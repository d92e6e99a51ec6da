import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { invoices } from '#contract/billing/invoices.ts'
import { statusPreviews } from '#contract/billing/status-previews.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf, scopeOf } from '#server/platform/http/access.ts'
import { sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sendObject } from '#server/platform/storage/send.ts'
import { readPage, readPageWithProofs, readOverview } from './actions.ts'
import { paymentRoutes } from './payment-routes.ts'
import { readInvoiceDocument } from './print/document.ts'
import { changeStatus } from './status/change-status.ts'
import { previewStatus } from './status/status-previews.ts'
import { invoiceUploadRoute } from './upload/routes.ts'

export const invoiceRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform

    app.route({
      ...invoices.list,
      handler: async (request, reply) =>
        sendPage(request, reply, await readPage(db, scopeOf(userOf(request)), request.query)),
    })

    app.route({ ...invoices.overview, handler: () => readOverview(db) })

    app.route({
      ...invoices.listAll,
      handler: async (request, reply) => sendPage(request, reply, await readPageWithProofs(db, request.query)),
    })

    app.route({
      ...invoices.setStatus,
      handler: (request) => changeStatus(platform, actorOf(request), { ...request.params, ...request.body }),
    })

    app.route({
      ...statusPreviews.read,
      handler: (request) => previewStatus(platform, actorOf(request), { ...request.params, ...request.query }),
    })

    app.route({
      ...invoices.download,
      handler: async (request, reply) => {
        const { files, download } = await readInvoiceDocument(platform, userOf(request), request.params.id)
        return sendObject(files, request, reply, download)
      },
    })

    await app.register(invoiceUploadRoute(platform))
    await app.register(paymentRoutes(platform))
  }
