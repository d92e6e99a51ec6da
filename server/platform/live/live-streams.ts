import { unavailable } from '#server/platform/http/errors.ts'
import type { EventStream } from './event-stream.ts'

/** Streams of one person, and of all, that one process keeps open. */
const MOST = { ofOne: 8, ofAll: 2000 }

/** Seconds. */
const LATER = 30

/** Tells a page that its stream made room for a newer one, so that it does not ask for another. */
const REPLACED = 'replaced'

/** The streams that this process keeps open, by person, oldest first. */
export function createLiveStreams() {
  const open = new Map<string, Set<EventStream>>()
  let count = 0
  let isStopping = false

  const remove = (userId: string, stream: EventStream) => {
    const own = open.get(userId)
    if (!own?.delete(stream)) return
    count -= 1
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
    /** Refused while the process is full or stops. */
    add: (userId: string, stream: EventStream) => {
      if ((open.get(userId)?.size ?? 0) >= MOST.ofOne) replaceOldest(userId)
      if (isStopping || count >= MOST.ofAll) throw unavailable('Live updates are busy. Please try again later.', LATER)
      open.set(userId, (open.get(userId) ?? new Set()).add(stream))
      count += 1
      stream.onClose(() => remove(userId, stream))
    },
    stop: async () => {
      isStopping = true
      for (const own of open.values()) for (const stream of own) stream.end()
    },
  }
}
