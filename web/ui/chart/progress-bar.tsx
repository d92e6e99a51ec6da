import { clsx } from 'clsx'

type Props = {
  /** Names it for screen readers. */
  label: string
  value: number
  max: number
  className?: string
}

/** How far something is. Browsers draw their own in green and grey, each another one. */
export const ProgressBar = ({ label, value, max, className }: Props) => (
  <progress
    aria-label={label}
    value={value}
    max={max}
    className={clsx(
      'h-2 appearance-none overflow-hidden rounded-full border-0 bg-neutral-bg',
      '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-neutral-bg [&::-webkit-progress-value]:bg-accent',
      className,
    )}
  />
)
