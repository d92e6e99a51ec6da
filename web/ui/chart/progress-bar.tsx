import { clsx } from 'clsx'

type Props = {
  label: string
  value: number
  max: number
  className?: string
}

/** Replaces the browser's own, which looks different everywhere. */
export const ProgressBar = ({ label, value, max, className }: Props) => (
  <progress
    aria-label={label}
    value={value}
    max={max}
    className={clsx(
      'h-2 appearance-none overflow-hidden rounded-full border-0 bg-neutral-bg forced-color-adjust-none',
      '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-neutral-bg [&::-webkit-progress-value]:bg-accent',
      className,
    )}
  />
)
