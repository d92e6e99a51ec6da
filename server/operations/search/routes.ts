import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { search } from '#contract/operations/search.ts'
import { searchInvoices } from '#server/billing/public.ts'
import { searchLicenses } from '#server/licensing/public.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { searchDocuments, searchTickets } from '#server/support/public.ts'
import { searchOrganizations, searchPeople, searchVersions } from './queries.ts'

export const searchRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...search.everything,
      handler: async (request) => {
        const reader = userOf(request)
        const { q } = request.query
        const [organizations, people, licenses, invoices, tickets, documents, versions] = await Promise.all([
          searchOrganizations(db, reader, q),
          searchPeople(db, reader, q),
          searchLicenses(db, reader, q),
          searchInvoices(db, reader, q),
          searchTickets(db, reader, q),
          searchDocuments(db, reader, q),
          searchVersions(db, reader, q),
        ])
        return { organizations, people, licenses, invoices, tickets, documents, versions }
      },
    })
  }
