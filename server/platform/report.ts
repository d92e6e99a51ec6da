import { describeError } from './failures.ts'

/** Milliseconds in which the same failure is logged once, however often it happens. */
const QUIET = 3_600_000

/** Logs what failed in the background, as one JSON line. A line that repeats an earlier one says how many it stands for. */
export function createReport(write: (line: string) => void, clock = () => performance.now()) {
  const known = new Map<string, { loggedAt: number; times: number }>()
  return (error: Error) => {
    const failure = describeError(error)
    const { message } = failure
    const earlier = known.get(message)
    if (earlier && clock() - earlier.loggedAt < QUIET) {
      earlier.times += 1
      return
    }
    if (known.size >= MOST) known.clear()
    known.set(message, { loggedAt: clock(), times: 1 })
    const times = earlier && earlier.times > 1 ? { timesBefore: earlier.times } : {}
    write(JSON.stringify({ level: 'error', time: new Date().toISOString(), ...failure, ...times }))
  }
}

/** Messages that are remembered. */
const MOST = 1000
