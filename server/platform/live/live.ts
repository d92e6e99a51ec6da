import type { FastifyReply, FastifyRequest } from 'fastify'
import { userOf, type SessionUser } from '#server/platform/http/access.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import { createLiveStreams } from './live-streams.ts'

/** Milliseconds. Well within what a silent connection is given. */
export const HEARTBEAT = 20_000

/** No event: only that the connection stands. */
const BEAT = 'beat'

type Reading = {
  request: FastifyRequest
  reply: FastifyReply
  /** Hands over each kind of news that this reader may hear. Returns how to end it. */
  subscribe: (tell: (kind: string) => void) => () => void
}

/** The streams of one route. Whoever has become somebody else hears nothing more and is to ask anew. */
export function createLive(readSession: (request: FastifyRequest) => Promise<SessionUser | null>) {
  const streams = createLiveStreams()
  return {
    answer: ({ request, reply, subscribe }: Reading) => {
      const user = userOf(request)
      const stream = openEventStream()
      streams.add(user.id, stream)
      const tell = createTeller(stream, async () => isStill(user, await readSession(request)))
      const unsubscribe = subscribe(tell)
      const heart = setInterval(() => tell(BEAT), HEARTBEAT).unref()
      stream.onClose(unsubscribe)
      stream.onClose(() => clearInterval(heart))
      return stream.answer(reply)
    },
    stop: streams.stop,
  }
}

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
