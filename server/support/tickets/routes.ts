import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { isStaff } from '#contract/roles.ts'
import { tickets } from '#contract/support/tickets.ts'
import { createSessionReader } from '#server/identity/public.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf, type SessionUser } from '#server/platform/http/access.ts'
import { sendCsv } from '#server/platform/http/answers/csv.ts'
import { basedOn } from '#server/platform/http/answers/tags.ts'
import { sendPage } from '#server/platform/http/lists/pages.ts'
import type { Signal } from '#server/platform/live/events.ts'
import { createLive } from '#server/platform/live/live.ts'
import { type Platform, onPool } from '#server/platform/platform.ts'
import { changeMany, changeTicket } from './change.ts'
import { createTicket } from './create.ts'
import { closeTicket, reopenTicket } from './customer/closing.ts'
import { rateTicket } from './customer/rating.ts'
import { readUpTo } from './customer/reads.ts'
import { readHistory } from './history-queries.ts'
import { exportColumns, exportTickets } from './list/export.ts'
import { createTicketLists, readTicket } from './list/reading.ts'
import { findAssignees, findCustomers } from './people-queries.ts'
import { requireReadable } from './queries.ts'

const by = (request: FastifyRequest) => ({ actor: actorOf(request), reader: userOf(request) })

export const ticketRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform
    const lists = createTicketLists(db)

    app.route({
      ...tickets.list,
      handler: async (request, reply) => sendPage(request, reply, await lists.find(userOf(request), request.query)),
    })

    app.route({ ...tickets.counts, handler: (request) => lists.countByStatus(userOf(request)) })

    app.route({
      ...tickets.export,
      handler: async (request, reply) => {
        const rows = await exportTickets(platform, { ...by(request), filter: request.query })
        return sendCsv(reply, { fileName: 'tickets.csv', columns: exportColumns(userOf(request)), rows })
      },
    })

    app.route({
      ...tickets.create,
      handler: async (request, reply) => reply.code(201).send(await createTicket(platform, by(request), request.body)),
    })

    app.route({ ...tickets.bulk, handler: (request) => changeMany(platform, by(request), request.body) })
    app.route({ ...tickets.assignees, handler: () => findAssignees(db) })
    app.route({ ...tickets.customers, handler: (request) => findCustomers(db, request.query.search) })
    app.route({ ...tickets.one, handler: (request) => readTicket(db, userOf(request), request.params.id) })

    app.route({
      ...tickets.change,
      handler: (request) => {
        const target = { id: request.params.id, versions: basedOn(request.headers) }
        return changeTicket(platform, by(request), target, request.body)
      },
    })

    app.route({ ...tickets.history, handler: (request) => readHistory(db, userOf(request), request.params.id) })

    app.route({
      ...tickets.rate,
      handler: (request) => rateTicket(db, by(request), request.params.id, request.body),
    })

    app.route({ ...tickets.close, handler: (request) => closeTicket(db, by(request), request.params.id) })
    app.route({ ...tickets.reopen, handler: (request) => reopenTicket(db, by(request), request.params.id) })

    app.route({
      ...tickets.read,
      handler: (request) => readUpTo(db, userOf(request), request.params.id, request.body.upTo),
    })
  }

export const liveTicketRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, events } = platform
    const live = createLive(createSessionReader(onPool(platform, 'access')))
    app.addHook('preClose', live.stop)

    app.route({
      ...tickets.events,
      // A HEAD request would keep the stream open forever.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const user = userOf(request)
        const { id } = request.params
        await requireReadable(db, user, id)
        const subscribe = (send: (kind: string) => void) =>
          events.subscribe(id, (signal) => isFor(user, signal) && send(signal.kind))
        return live.answer({ request, reply, subscribe })
      },
    })
  }

const isFor = ({ role }: SessionUser, { isInternal }: Signal) => !isInternal || isStaff(role)
