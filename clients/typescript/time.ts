import { CLOCK_TOLERANCE } from './license-file.ts'

export type Clocks = {
  /** The computer's clock, which the user can change. Milliseconds since 1970. */
  wall: () => number
  /** Milliseconds since an arbitrary start. Can't be set; may stop while the computer sleeps. */
  monotonic: () => number
}

export type Timekeeper = ReturnType<typeof createTimekeeper>

/** Estimates the true time from the computer's clock and the server's signed answers. */
export function createTimekeeper({ wall, monotonic }: Clocks) {
  let wallError = 0
  let answer: { issuedAt: number; receivedAt: number } | undefined

  const earliest = () => (answer ? answer.issuedAt + monotonic() - answer.receivedAt : -Infinity)

  return {
    learn(issuedAt: number) {
      answer = { issuedAt, receivedAt: monotonic() }
      const error = issuedAt - wall()
      wallError = Math.abs(error) > CLOCK_TOLERANCE ? error : 0
    },
    /** Trusts the computer's clock again once the user has corrected it. */
    settle() {
      if (Math.abs(wall() - earliest()) <= CLOCK_TOLERANCE) wallError = 0
    },
    byWall: () => Math.max(wall(), earliest()),
    now: () => Math.max(wall() + wallError, earliest()),
  }
}

export const iso = (time: number) => new Date(time).toISOString()
