import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { customers } from '#contract/operations/customers.ts'
import { timeline } from '#contract/operations/timeline.ts'
import { readCustomerLicenses } from '#server/licensing/public.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { linkNext, pageFrom, sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listCustomerInvoices, readCustomer, requireCustomer } from './actions.ts'
import { countTags } from './profile-queries.ts'
import { setOwner, setTags, snoozeCustomer } from './profile.ts'
import { countCustomers, findCustomers } from './queries.ts'
import { countCustomerTickets, countPeople, findCustomerTickets, findPeople } from './record-queries.ts'
import { readTimeline } from './timeline/read.ts'

const targetOf = (request: FastifyRequest & { params: { id: string } }) => ({
  id: request.params.id,
  reader: userOf(request),
})

export const customerRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...customers.list,
      handler: async (request, reply) => {
        const query = { ...request.query, readerId: userOf(request).id }
        const page = await pageFrom(findCustomers(db, query), countCustomers(db, query))
        return sendPage(request, reply, page)
      },
    })

    app.route({ ...customers.tags, handler: () => countTags(db) })

    app.route({
      ...customers.setTags,
      handler: (request) => setTags(db, actorOf(request), targetOf(request), request.body.tags),
    })

    app.route({
      ...customers.setOwner,
      handler: (request) => setOwner(db, actorOf(request), targetOf(request), request.body.ownerId),
    })

    app.route({
      ...customers.snooze,
      handler: (request) => snoozeCustomer(db, actorOf(request), request.params.id, request.body.until),
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
        const page = await pageFrom(findPeople(db, id, request.query), countPeople(db, id, request.query))
        return sendPage(request, reply, page)
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
        const page = await pageFrom(findCustomerTickets(db, id, request.query), countCustomerTickets(db, id))
        return sendPage(request, reply, page)
      },
    })
  }
