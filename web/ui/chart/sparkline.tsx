import { pathThrough, type Place } from './chart-scale.ts'

/** Room for the line's width at the highest and the lowest point. */
const EDGE = 8

/** How a figure has moved, at a glance: the words beside it say it to readers. A line needs two values. */
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

/** From the lowest value to the highest, so that small changes can be seen; hence no area below, which would start at zero. What never changed runs through the middle. */
function placesOf(values: readonly number[]): Place[] {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const span = highest - lowest
  return values.map((value, index) => ({
    x: (index / (values.length - 1)) * 100,
    y: span === 0 ? 50 : EDGE + (1 - (value - lowest) / span) * (100 - 2 * EDGE),
  }))
}
