import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { receivables } from '#contract/billing/receivables.ts'
import { actorOf } from '#server/platform/actor.ts'
import { sendCsv } from '#server/platform/http/answers/csv.ts'
import type { Platform } from '#server/platform/platform.ts'
import { exportInvoices, exportPayments, invoiceColumns, paymentColumns, readAgeing } from './actions.ts'

export const receivableRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({ ...receivables.ageing, handler: () => readAgeing(platform.reports) })

    app.route({
      ...receivables.exportInvoices,
      handler: async (request, reply) => {
        const rows = await exportInvoices(platform, actorOf(request), request.query)
        return sendCsv(reply, { fileName: 'invoices.csv', columns: invoiceColumns, rows })
      },
    })

    app.route({
      ...receivables.exportPayments,
      handler: async (request, reply) => {
        const rows = await exportPayments(platform, actorOf(request), request.query)
        return sendCsv(reply, { fileName: 'payments.csv', columns: paymentColumns, rows })
      },
    })
  }
