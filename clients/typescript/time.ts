/** The time, as far as this computer's clock and the server's signed answers show it. Milliseconds since 1970. */
import { CLOCK_TOLERANCE } from './license-file.ts'

export type Clocks = {
  /** The computer's clock, which its user can change. */
  wall: () => number
  /** Milliseconds since any moment. It cannot be set, and may stop while the computer sleeps. */
  monotonic: () => number
}

export type Timekeeper = ReturnType<typeof createTimekeeper>

export function createTimekeeper({ wall, monotonic }: Clocks) {
  let wallError = 0
  let answer: { issuedAt: number; heardAt: number } | undefined

  /** It is at least this late. */
  const earliest = () => (answer ? answer.issuedAt + monotonic() - answer.heardAt : -Infinity)

  return {
    /** A signed answer to the current request contains the time. */
    learn(issuedAt: number) {
      answer = { issuedAt, heardAt: monotonic() }
      const error = issuedAt - wall()
      wallError = Math.abs(error) > CLOCK_TOLERANCE ? error : 0
    },
    /** If the clock was wrong and has been set right, it counts again. */
    settle() {
      if (Math.abs(wall() - earliest()) <= CLOCK_TOLERANCE) wallError = 0
    },
    byWall: () => Math.max(wall(), earliest()),
    now: () => Math.max(wall() + wallError, earliest()),
  }
}

export const iso = (time: number) => new Date(time).toISOString()
