import { tooManyRequests } from '#server/platform/http/errors.ts'

type Options = { calls: number; seconds: number; most?: number }

/**
 * How often a caller may call, counted by this process alone: it costs no query. All windows end together. Of more callers
 * than `most` in one window the rest go uncounted, so that a flood of invented names cannot fill the memory.
 */
export function createCallBudget({ calls, seconds, most = 200_000 }: Options, clock = () => performance.now()) {
  const spent = new Map<string, number>()
  let endsAt = 0
  const countOf = (caller: string) => {
    const now = clock()
    if (now >= endsAt) {
      spent.clear()
      endsAt = now + seconds * 1000
    }
    return spent.get(caller) ?? 0
  }
  const count = (caller: string) => {
    const number = countOf(caller) + 1
    if (number > 1 || spent.size < most) spent.set(caller, number)
    return number
  }
  const refuseAbove = (number: number) => {
    if (number > calls) throw tooManyRequests((endsAt - clock()) / 1000)
  }
  return {
    count,
    /** Nobody has been counted: no caller needs to be looked for. */
    isUntouched: () => spent.size === 0,
    /** Counts a call. Refuses with 429 once there were too many. */
    spend: (caller: string) => refuseAbove(count(caller)),
    /** Refuses a caller that has used up its budget, without counting. */
    check: (caller: string) => refuseAbove(countOf(caller) + 1),
  }
}
