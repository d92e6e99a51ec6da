import { Gauge } from 'prom-client'
import { unavailable } from '#server/platform/http/errors.ts'
import type { EventStream } from './event-stream.ts'

/** Streams of one user and of all users in one process. */
const MOST = { ofOne: 8, ofAll: 2000 }

/** Seconds. */
const LATER = 30

/** The last event of a replaced stream: the page does not reconnect. */
const REPLACED = 'replaced'

const openStreams = new Gauge({
  name: 'latchkey_live_streams_open',
  help: 'Pages that this process sends live updates to',
  registers: [],
})

export const liveMetrics = [openStreams]

/** The open streams of this process by user, oldest first. */
export function createLiveStreams() {
  const open = new Map<string, Set<EventStream>>()
  let count = 0
  let isStopping = false

  const remove = (userId: string, stream: EventStream) => {
    const own = open.get(userId)
    if (!own?.delete(stream)) return
    count -= 1
    openStreams.dec()
    if (own.size === 0) open.delete(userId)
  }
  const replaceOldest = (userId: string) => {
    const [oldest] = open.get(userId) ?? []
    if (!oldest) return
    remove(userId, oldest)
    oldest.send(REPLACED)
    oldest.end()
  }

  return {
    /** Refuses while the process is full or stopping. */
    add: (userId: string, stream: EventStream) => {
      if ((open.get(userId)?.size ?? 0) >= MOST.ofOne) replaceOldest(userId)
      if (isStopping || count >= MOST.ofAll) throw unavailable('Live updates are busy. Please try again later.', LATER)
      open.set(userId, (open.get(userId) ?? new Set()).add(stream))
      count += 1
      openStreams.inc()
      stream.onClose(() => remove(userId, stream))
    },
    stop: async () => {
      isStopping = true
      for (const own of open.values()) for (const stream of own) stream.end()
    },
  }
}
