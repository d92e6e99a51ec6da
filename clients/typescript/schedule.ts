/** When to ask the server again. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Outcome = {
  /** How often in a row nothing was decided. */
  failures: number
  /** Milliseconds for which the signed answer wants no other. Undefined: it refused. */
  checkInWithin?: number | undefined
  /** The server asks not to be asked before. */
  retryAfterSeconds?: number | undefined
}

/**
 * Milliseconds until then, a tenth more or less, so that a thousand computers that were switched on together do not ask together.
 * Nine tenths of the time there is, so that even the latest is not late; an hour after a refusal, so that whoever is let in again
 * notices soon; and from one minute to one hour, doubling, while nobody can be reached.
 */
export function delayAfter({ failures, checkInWithin = HOUR, retryAfterSeconds = 0 }: Outcome, random: number) {
  const patience = Math.min(MINUTE * 2 ** (failures - 1), HOUR)
  const wait = failures > 0 ? patience : Math.max(checkInWithin * 0.9, HOUR)
  return Math.max(wait * (0.9 + 0.2 * random), retryAfterSeconds * 1000)
}
