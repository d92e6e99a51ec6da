import { startTransition, useEffect, useState } from 'react'

type Options = { first?: number; part?: number }

/** How many of `total` to show: `first` at once, the others after the first paint in parts, which input can interrupt. */
export function useGrowing(total: number, { first = 0, part = 1 }: Options = {}) {
  const [shown, show] = useState(first)
  useEffect(() => {
    if (shown < total) startTransition(() => show(shown + part))
  }, [shown, total, part])
  return shown
}
