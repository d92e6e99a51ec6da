import { clsx } from 'clsx'
import { Star } from 'lucide-react'

export const STARS = [1, 2, 3, 4, 5] as const

export const starsText = (count: number) => `${count} of ${STARS.length} stars`

/** Filled or not: shape and colour say the same. */
export const StarIcon = ({ isOn }: { isOn: boolean }) => (
  <Star aria-hidden className={clsx('size-5', isOn ? 'fill-warning text-warning' : 'text-fg2')} />
)

export const Stars = ({ rating }: { rating: number }) => (
  <span className="inline-flex gap-0.5">
    <span className="sr-only">{starsText(rating)}</span>
    {STARS.map((star) => (
      <StarIcon key={star} isOn={star <= rating} />
    ))}
  </span>
)
