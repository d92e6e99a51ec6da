import { countOf } from '#contract/quantities.ts'
import type { ReportFigures } from '#contract/support/support-desk.ts'

/** Rounds down, so that only a full share shows 100%: 0.29 × 100 is less than 29 in the computer. */
export const inPercent = (share: number) => `${Math.floor(Number((share * 100).toFixed(9)))}%`

export const inStars = (rating: number) => `${rating.toFixed(1)} of 5`

export const shown = (value: number | null, format: (value: number) => string) => (value === null ? '–' : format(value))

export function ratingsOf({ ratings }: Pick<ReportFigures, 'ratings'>) {
  if (ratings === 0) return 'No ratings.'
  return countOf(ratings, 'rating')
}
