import { useEffect, useRef, useState, type ReactNode } from 'react'

type Props = {
  /** As large as the content, so that nothing moves when it comes. */
  place: ReactNode
  /** True mounts it wherever the reader is, for example because the address opens a part of it. */
  isNeeded?: boolean
  /** False while the content above is loading and has not pushed this down yet. */
  isPlaced?: boolean
  /** Also mounts at the first key or pointer: readers may jump to it by its heading or a search in the page. */
  isSearchable?: boolean
  children: ReactNode
}

const INPUT = ['keydown', 'pointermove', 'pointerdown', 'touchstart', 'wheel'] as const

/** Mounts what is below the first screen only when the reader comes near it: its code and data then don't delay the rest. */
export function WhenNear({ place, isNeeded = false, isPlaced = true, isSearchable = false, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear((wasNear) => wasNear || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '100px' },
    )
    if (isPlaced && frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [isPlaced])

  useEffect(() => {
    const listening = new AbortController()
    if (isSearchable)
      for (const kind of INPUT)
        window.addEventListener(kind, () => setNear(true), { passive: true, once: true, signal: listening.signal })
    return () => listening.abort()
  }, [isSearchable])

  return isNear || isNeeded ? children : <div ref={frame}>{place}</div>
}
