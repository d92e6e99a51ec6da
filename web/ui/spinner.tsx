import { clsx } from 'clsx'

export const Spinner = ({ className }: { className?: string }) => (
  <span
    aria-hidden
    className={clsx('size-5 animate-spin rounded-full border-2 border-line border-t-accent', className)}
  />
)

/** The same picture as index.html paints before any script. */
export const FullScreenSpinner = () => (
  <output className="boot">
    <i />
    <span>Loading...</span>
  </output>
)
