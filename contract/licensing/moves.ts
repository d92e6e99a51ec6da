import * as z from 'zod/mini'
import { formatDate } from '#contract/dates.ts'
import { Instant } from '#contract/text.ts'

/** How often a license may come to run on another device than the last one. */
export const MOVES = { limit: 3, days: 30 } as const

export const Moves = z.object({
  used: z.number(),
  limit: z.number(),
  left: z.number(),
  /** When the oldest of them no longer counts; null without any. */
  nextAt: z.nullable(Instant),
})
export type Moves = z.infer<typeof Moves>

/** `nextAt`: when the oldest move no longer counts. In UTC: whoever reads it may be anywhere. */
export const movesUsedUp = (nextAt: string) =>
  `This license has moved to another device ${MOVES.limit} times in ${MOVES.days} days. It can move again after ${formatDate(nextAt.slice(0, 10))}. Support can allow it sooner.`
