import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { isStaff } from '#contract/roles.ts'
import { tickets as endpoints } from '#contract/support/tickets.ts'
import { createSessionReader } from '#server/identity/public.ts'
import { userOf, type SessionUser } from '#server/platform/http/access.ts'
import type { News } from '#server/platform/live/events.ts'
import { createLive } from '#server/platform/live/live.ts'
import { onPool, type Platform } from '#server/platform/platform.ts'
import { requireReadable } from './queries.ts'

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

const isFor = ({ role }: SessionUser, { isInternal }: News) => !isInternal || isStaff(role)
