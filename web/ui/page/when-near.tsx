import { useEffect, useRef, useState, type ReactNode } from 'react'
import { onFirstInput } from '#web/ui/first-input.ts'

type Props = {
  /** As large as the content, so that nothing moves when it comes. */
  place: ReactNode
  /** True mounts it wherever the reader is, for example because the address opens a part of it. */
  isNeeded?: boolean
  /** False while the content above is loading and would move this. */
  isPlaced?: boolean
  /** Also mounts at the first key or pointer: readers may jump to it by its heading or a search in the page. */
  isSearchable?: boolean
  children: ReactNode
}

/** Mounts what is below the first screen only when the reader comes near it: its code and data then don't delay the rest. */
export function WhenNear({ place, isNeeded = false, isPlaced = true, isSearchable = false, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear((wasNear) => wasNear || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '100px' },
    )
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [isPlaced])

  useEffect(() => (isSearchable ? onFirstInput(() => setNear(true)) : undefined), [isSearchable])

  return isNear || isNeeded ? children : isPlaced && <div ref={frame}>{place}</div>
}
