import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { search } from '#contract/operations/search.ts'
import { searchInvoices } from '#server/billing/public.ts'
import { searchLicenses } from '#server/licensing/public.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { searchDocuments, searchTickets } from '#server/support/public.ts'

export const searchRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...search.everything,
      handler: async (request) => {
        const reader = userOf(request)
        const { q } = request.query
        const [licenses, invoices, tickets, documents] = await Promise.all([
          searchLicenses(db, reader, q),
          searchInvoices(db, reader, q),
          searchTickets(db, reader, q),
          searchDocuments(db, reader, q),
        ])
        return { licenses, invoices, tickets, documents }
      },
    })
  }
