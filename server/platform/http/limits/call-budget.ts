import { tooManyRequests } from '#server/platform/http/errors.ts'

type Options = { calls: number; seconds: number; most?: number }

/**
 * Counts calls in this process, without a query. All windows end together. Beyond `most` callers per window the rest go uncounted, so that
 * invented names cannot fill the memory.
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
    isUntouched: () => spent.size === 0,
    /** Counts a call. Refuses with 429 above the budget. */
    spend: (caller: string) => refuseAbove(count(caller)),
    /** Refuses with 429 above the budget, without counting. */
    check: (caller: string) => refuseAbove(countOf(caller) + 1),
  }
}
