/** When to check in next. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Outcome = {
  /** Attempts in a row that decided nothing. */
  failures: number
  /** Milliseconds until the check-in that the signed answer asks for. Undefined: it refused. */
  checkInWithin?: number | undefined
  /** The server asks not to be asked before. */
  retryAfterSeconds?: number | undefined
}

/**
 * Milliseconds until the next check-in, spread by a tenth either way so that computers switched on together do not ask together.
 * Valid: nine tenths of the time given, so that no device is late. Refused: an hour, so that a restored license works again soon.
 * Undecided: one minute, doubling up to an hour.
 */
export function delayAfter({ failures, checkInWithin = HOUR, retryAfterSeconds = 0 }: Outcome, random: number) {
  const backoff = Math.min(MINUTE * 2 ** (failures - 1), HOUR)
  const wait = failures > 0 ? backoff : Math.max(checkInWithin * 0.9, HOUR)
  return Math.max(wait * (0.9 + 0.2 * random), retryAfterSeconds * 1000)
}
