import { pathThrough, type Place } from './chart-scale.ts'

/** Keeps the stroke visible at the highest and lowest point. */
const EDGE = 8

/** A trend line. Hidden from screen readers, which get the text beside it. Needs two values. */
export function Sparkline({ values, color = 'var(--chart-1)' }: { values: readonly number[]; color?: string }) {
  if (values.length < 2) return <div className="h-8" />
  return (
    <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="h-8 w-full">
      <path
        d={`M ${pathThrough(placesOf(values))}`}
        fill="none"
        stroke={color}
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** The least part of the highest value that fills the height: 26 after 27 is a small step. */
const LEAST_SPAN = 0.1

/** A constant series runs through the middle. */
function placesOf(values: readonly number[]): Place[] {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(highest - lowest, Math.abs(highest) * LEAST_SPAN) || 1
  const top = (lowest + highest + span) / 2
  return values.map((value, index) => ({
    x: (index / (values.length - 1)) * 100,
    y: EDGE + ((top - value) / span) * (100 - 2 * EDGE),
  }))
}
