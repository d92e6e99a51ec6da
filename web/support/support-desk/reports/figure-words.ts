import { countOf } from '#contract/quantities.ts'
import type { ReportFigures } from '#contract/support/support-desk.ts'
import { percentOf } from '#web/ui/chart/percent.ts'

export const inPercent = (share: number) => `${percentOf(share, 1)}%`

export const inStars = (rating: number) => `${rating.toFixed(1)} of 5`

export const shown = (value: number | null, format: (value: number) => string) => (value === null ? '–' : format(value))

export function ratingsOf({ ratings }: Pick<ReportFigures, 'ratings'>) {
  if (ratings === 0) return 'No ratings.'
  return countOf(ratings, 'rating')
}
