import { clsx } from 'clsx'
import { ink, type Tone } from '#web/ui/tone.ts'
import { percentOf } from './percent.ts'

const RADIUS = 42
const LENGTH = 2 * Math.PI * RADIUS

const sizes = { small: 'size-14', medium: 'size-24' }

type Props = { part: number; whole: number; label: string; tone?: Tone; size?: keyof typeof sizes }

/** The percentage is shown inside, so color is not the only signal. */
export function Ring({ part, whole, label, tone = 'success', size = 'medium' }: Props) {
  const shown = percentOf(part, whole)
  return (
    <span className={clsx('inline-block shrink-0', sizes[size], ink[tone])}>
      <span className="sr-only">{`${label}: ${shown}%`}</span>
      <svg viewBox="0 0 100 100" aria-hidden>
        <circle cx="50" cy="50" r={RADIUS} fill="none" stroke="var(--neutral-bg)" strokeWidth="10" />
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="10"
          strokeLinecap={shown > 0 ? 'round' : 'butt'}
          strokeDasharray={`${(shown / 100) * LENGTH} ${LENGTH}`}
          transform="rotate(-90 50 50)"
        />
        <text
          x="50"
          y="50"
          textAnchor="middle"
          dominantBaseline="central"
          className={clsx('fill-fg font-semibold', size === 'small' ? 'text-[24px]' : 'text-[20px]')}
        >
          {shown}%
        </text>
      </svg>
    </span>
  )
}
