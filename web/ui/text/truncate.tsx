import { clsx } from 'clsx'

/** The full text is in the native tooltip. */
export const Truncate = ({ text, className }: { text: string; className?: string }) => (
  <span title={text} className={clsx('block max-w-60 truncate', className)}>
    {text}
  </span>
)
