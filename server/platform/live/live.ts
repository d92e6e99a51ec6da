import type { FastifyReply, FastifyRequest } from 'fastify'
import { userOf, type SessionUser } from '#server/platform/http/access.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import { createLiveStreams } from './live-streams.ts'

/** Milliseconds, shorter than idle timeouts of proxies. */
export const HEARTBEAT = 20_000

const BEAT = 'beat'

type Reading = {
  request: FastifyRequest
  reply: FastifyReply
  subscribe: (send: (kind: string) => void) => () => void
}

/** The streams of one route. A reader whose session, role or second factor changes receives nothing more and reconnects. */
export function createLive(readSession: (request: FastifyRequest) => Promise<SessionUser | null>) {
  const streams = createLiveStreams()
  return {
    answer: ({ request, reply, subscribe }: Reading) => {
      const user = userOf(request)
      const stream = openEventStream()
      streams.add(user.id, stream)
      const send = createSender(stream, async () => isStill(user, await readSession(request)))
      const unsubscribe = subscribe(send)
      const heart = setInterval(() => send(BEAT), HEARTBEAT).unref()
      stream.onClose(unsubscribe)
      stream.onClose(() => clearInterval(heart))
      return stream.answer(reply)
    },
    stop: streams.stop,
  }
}

/** A changed role or organization may read something else, and a user who must set up the second factor nothing. */
const isStill = (before: SessionUser, now: SessionUser | null) =>
  now?.sessionId === before.sessionId &&
  now.id === before.id &&
  now.role === before.role &&
  now.organizationId === before.organizationId &&
  now.isMfaEnabled === before.isMfaEnabled &&
  now.isMfaRequired === before.isMfaRequired

/** Checks that the reader may still receive events before sending. Events in between are combined. */
function createSender(stream: EventStream, mayStay: () => Promise<boolean>) {
  const waiting = new Set<string>()
  let isSending = false

  async function sendWaiting() {
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
    if (isSending) return
    isSending = true
    sendWaiting()
      .catch(stream.end)
      .finally(() => (isSending = false))
  }
}
