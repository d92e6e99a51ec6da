import { and, eq } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { isStaff } from '#contract/roles.ts'
import { tickets as endpoints } from '#contract/support/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { createSessionReader } from '#server/identity/public.ts'
import { userOf, type SessionUser } from '#server/platform/http/access.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { News } from '#server/platform/live/events.ts'
import { createLive } from '#server/platform/live/live.ts'
import { onPool, type Platform } from '#server/platform/platform.ts'
import { readableBy, type Reader } from './list/readable.ts'

export const liveTicketRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, events } = platform
    const live = createLive(createSessionReader(onPool(platform, 'access')))
    app.addHook('preClose', live.stop)

    app.route({
      ...endpoints.events,
      // Nothing would ever end the stream behind an answer without a body.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const user = userOf(request)
        const { id } = request.params
        await requireReadable(db, user, id)
        const subscribe = (tell: (kind: string) => void) =>
          events.subscribe(id, (news) => isFor(user, news) && tell(news.kind))
        return live.answer({ request, reply, subscribe })
      },
    })
  }

async function requireReadable(db: Database, reader: Reader, id: string) {
  const readable = and(eq(tickets.id, id), readableBy(reader))
  if ((await db.$count(tickets, readable)) === 0) throw notFound('Ticket')
}

const isFor = ({ role }: SessionUser, { isInternal }: News) => !isInternal || isStaff(role)
