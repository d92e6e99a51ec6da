import { tooManyRequests } from '#server/platform/errors.ts'

type Options = { calls: number; seconds: number; most?: number }

/**
 * How often a caller may call, counted by this process alone: it costs no query. All windows end together. Of more callers
 * than `most` in one window the rest go uncounted, so that a flood of invented names cannot fill the memory.
 */
export function createCallBudget({ calls, seconds, most = 200_000 }: Options, clock = () => performance.now()) {
  const spent = new Map<string, number>()
  let endsAt = 0
  return (caller: string) => {
    const now = clock()
    if (now >= endsAt) {
      spent.clear()
      endsAt = now + seconds * 1000
    }
    const count = (spent.get(caller) ?? 0) + 1
    if (count > calls) throw tooManyRequests((endsAt - now) / 1000)
    if (count > 1 || spent.size < most) spent.set(caller, count)
  }
}
