import * as z from 'zod/mini'
import { formatDate } from '#contract/dates.ts'
import { Instant } from '#contract/text.ts'

/** Device transfers allowed per license. */
export const MOVES = { limit: 3, days: 30 } as const

export const Moves = z.object({
  used: z.int32(),
  limit: z.int32(),
  left: z.int32(),
  /** When the oldest transfer no longer counts, or null. */
  nextAt: z.nullable(Instant),
})
export type Moves = z.infer<typeof Moves>

/** `nextAt`: when the oldest transfer no longer counts. In UTC for readers in any time zone. */
export const movesUsedUp = (nextAt: string) =>
  `This license has moved to another device ${MOVES.limit} times in ${MOVES.days} days. It can move again after ${formatDate(nextAt.slice(0, 10))}. Support can allow it sooner.`
