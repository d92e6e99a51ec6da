const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Outcome = {
  /** Consecutive attempts without a decision. */
  failures: number
  /** Milliseconds until the check-in is due. Undefined after a refusal. */
  checkInWithin?: number | undefined
  retryAfterSeconds?: number | undefined
}

/**
 * Returns milliseconds until the next check-in: 90 % of the time until it is due, an hour after a refusal, or 1, 2, 4 … 60
 * minutes after failures. `random` (0 to 1) shifts it by up to 10 %, so that devices started together spread out.
 */
export function delayAfter({ failures, checkInWithin = HOUR, retryAfterSeconds = 0 }: Outcome, random: number) {
  const backoff = Math.min(MINUTE * 2 ** (failures - 1), HOUR)
  const wait = failures > 0 ? backoff : Math.max(checkInWithin * 0.9, HOUR)
  return Math.max(wait * (0.9 + 0.2 * random), retryAfterSeconds * 1000)
}
