import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { customers } from '#contract/operations/customers.ts'
import { timeline } from '#contract/operations/timeline.ts'
import { readCustomerLicenses } from '#server/licensing/public.ts'
import { userOf } from '#server/platform/http/access.ts'
import { linkNext, sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listCustomerInvoices, readCustomer, requireCustomer } from './actions.ts'
import { countCustomers, findCustomers } from './queries.ts'
import { readTimeline } from './timeline/read.ts'
import { countCustomerTickets, countPeople, findCustomerTickets, findPeople } from './record-queries.ts'

export const customerRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...customers.list,
      handler: async (request, reply) => {
        const [rows, total] = await Promise.all([findCustomers(db, request.query), countCustomers(db, request.query)])
        return sendPage(request, reply, { rows, total })
      },
    })

    app.route({
      ...customers.read,
      handler: (request) => readCustomer(db, userOf(request), request.params.id),
    })

    app.route({
      ...customers.people,
      handler: async (request, reply) => {
        const { id } = request.params
        await requireCustomer(db, id)
        const [rows, total] = await Promise.all([findPeople(db, id, request.query), countPeople(db, id, request.query)])
        return sendPage(request, reply, { rows, total })
      },
    })

    app.route({
      ...customers.licenses,
      handler: async (request, reply) => {
        await requireCustomer(db, request.params.id)
        return sendPage(request, reply, await readCustomerLicenses(db, request.params.id, request.query))
      },
    })

    app.route({
      ...customers.invoices,
      handler: async (request, reply) => {
        const { id } = request.params
        await requireCustomer(db, id)
        return sendPage(request, reply, await listCustomerInvoices(db, userOf(request), id, request.query))
      },
    })

    app.route({
      ...timeline.list,
      handler: async (request, reply) => {
        const { entries, next } = await readTimeline(db, userOf(request), request.params.id, request.query)
        if (next) linkNext(request, reply, next, ['from'])
        return entries
      },
    })

    app.route({
      ...customers.tickets,
      handler: async (request, reply) => {
        const { id } = request.params
        await requireCustomer(db, id)
        const [rows, total] = await Promise.all([
          findCustomerTickets(db, id, request.query),
          countCustomerTickets(db, id),
        ])
        return sendPage(request, reply, { rows, total })
      },
    })
  }
