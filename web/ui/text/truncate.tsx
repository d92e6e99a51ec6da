import { clsx } from 'clsx'

/** The full text is in the native tooltip. */
export const Truncate = ({ text, className }: { text: string; className?: string }) => (
  <span title={text} className={clsx('block max-w-[var(--text-width,15rem)] truncate', className)}>
    {text}
  </span>
)
