import { useLayoutEffect, useRef, useState } from 'react'

/** Pixels that still count as the end. */
const NEAR = 24

type Newest = { id: string; isOwn: boolean; count: number }

/** Keeps a scroll box at its newest entry unless the user has scrolled up. `isMissed`: there is a new entry below. */
export function useNewest(newest: Newest | undefined) {
  const frame = useRef<HTMLDivElement>(null)
  const wasAtEnd = useRef(true)
  const [isMissed, setMissed] = useState(false)

  const showNewest = () => {
    const box = boxIn(frame.current)
    box?.scrollTo({ top: box.scrollHeight })
  }

  const onScroll = () => {
    wasAtEnd.current = isAtEnd(boxIn(frame.current))
    if (wasAtEnd.current) setMissed(false)
  }

  const { id, isOwn, count } = newest ?? {}
  useLayoutEffect(() => {
    wasAtEnd.current ||= Boolean(isOwn)
    if (!wasAtEnd.current) setMissed(id !== undefined)
  }, [id, isOwn])

  useLayoutEffect(() => {
    if (wasAtEnd.current) showNewest()
  }, [id, count])

  return { frame, onScroll, isMissed, showNewest }
}

const boxIn = (frame: HTMLElement | null) => frame?.querySelector('[data-scroll-box]')

const isAtEnd = (box: Element | null | undefined) => !box || box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR
