import { and, eq } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { isStaff } from '#contract/roles.ts'
import { tickets as endpoints } from '#contract/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/tickets.ts'
import { createSessionReader } from '#server/features/session/sessions.ts'
import { userOf, type SessionUser } from '#server/platform/access.ts'
import { notFound } from '#server/platform/errors.ts'
import type { News } from '#server/platform/events.ts'
import { openEventStream, type EventStream } from '#server/platform/event-stream.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createLiveStreams } from './live-streams.ts'
import { readableBy, type Reader } from './readable.ts'

/** Milliseconds. Well within what a silent connection is given. */
export const HEARTBEAT = 20_000

/** No event: only that the connection stands. */
const BEAT = 'beat'

export const liveTicketRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, events } = platform
    const readSession = createSessionReader(platform)
    const streams = createLiveStreams()
    app.addHook('preClose', streams.stop)

    app.route({
      ...endpoints.events,
      // Nothing would ever end the stream behind an answer without a body.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const user = userOf(request)
        const { id } = request.params
        await requireReadable(db, user, id)
        const stream = openEventStream()
        streams.add(user.id, stream)
        const tell = createTeller(stream, async () => isStill(user, await readSession(request)))
        const unsubscribe = events.subscribe(id, (news) => isFor(user, news) && tell(news.kind))
        const heart = setInterval(() => tell(BEAT), HEARTBEAT).unref()
        stream.onClose(unsubscribe)
        stream.onClose(() => clearInterval(heart))
        return stream.answer(reply)
      },
    })
  }

async function requireReadable(db: Database, reader: Reader, id: string) {
  const readable = and(eq(tickets.id, id), readableBy(reader))
  if ((await db.$count(tickets, readable)) === 0) throw notFound('Ticket')
}

const isFor = ({ role }: SessionUser, { isInternal }: News) => !isInternal || isStaff(role)

/** Somebody who has become somebody else may read something else: the page asks anew. */
const isStill = (before: SessionUser, now: SessionUser | null) =>
  now?.sessionId === before.sessionId && now.role === before.role && now.organizationId === before.organizationId

/** Tells nothing before it has made sure that the reader may still hear it. News that come meanwhile are told once each. */
function createTeller(stream: EventStream, mayStay: () => Promise<boolean>) {
  const waiting = new Set<string>()
  let isTelling = false

  async function tellAll() {
    while (waiting.size > 0) {
      const kinds = [...waiting]
      waiting.clear()
      if (!(await mayStay())) return stream.end()
      for (const kind of kinds) {
        if (kind === BEAT) stream.beat()
        else stream.send(kind)
      }
    }
  }
  return (kind: string) => {
    waiting.add(kind)
    if (isTelling) return
    isTelling = true
    tellAll()
      .catch(stream.end)
      .finally(() => (isTelling = false))
  }
}
