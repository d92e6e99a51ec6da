import { clsx } from 'clsx'

/** One line, cut by the column; the whole text in the browser's own tooltip. */
export const Truncate = ({ text, className }: { text: string; className?: string }) => (
  <span title={text} className={clsx('block max-w-60 truncate', className)}>
    {text}
  </span>
)
