import { useEffect, useEffectEvent } from 'react'

/** 'again': something may have been missed, so everything is to be read anew. */
export type News = 'message' | 'changed' | 'again'

/** Milliseconds. A server that restarts, or whose database changes its leader, is back within a minute. */
const RETRY = { soon: 1500, later: 10_000, soonFor: 40, most: 60 }

/** After which a stream that was refused so many times is asked for again. Undefined: an ended session is not asked for without end. */
export function retryDelay(refusals: number) {
  if (refusals > RETRY.most) return undefined
  return refusals > RETRY.soonFor ? RETRY.later : RETRY.soon
}

/** Tells what happens to what is on screen, as the stream at this path has it. A page that nobody looks at asks for nothing. */
export function useLive(path: string, onNews: (kind: News) => void) {
  const tell = useEffectEvent(onNews)
  useEffect(() => {
    const stream = openLive(path, (kind) => tell(kind))
    const look = () => (document.hidden ? stream.close() : stream.open())
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      document.removeEventListener('visibilitychange', look)
      stream.close()
    }
  }, [path])
}

/** The browser reconnects a stream that broke off by itself, but never one that was refused. */
function openLive(path: string, tell: (kind: News) => void) {
  let source: EventSource | undefined
  let timer: number | undefined
  let wasOpened = false
  let refusals = 0

  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const onOpen = () => {
    if (wasOpened) tell('again')
    wasOpened = true
    refusals = 0
  }
  const onError = () => {
    if (source?.readyState !== EventSource.CLOSED) return
    close()
    // An ordinary call is refused likewise, and says why.
    if (refusals === 0) tell('again')
    const delay = retryDelay(++refusals)
    if (delay !== undefined) timer = window.setTimeout(open, delay)
  }
  function open() {
    close()
    source = new EventSource(path)
    source.addEventListener('open', onOpen)
    source.addEventListener('error', onError)
    source.addEventListener('replaced', close)
    for (const kind of ['message', 'changed', 'again'] as const) source.addEventListener(kind, () => tell(kind))
  }
  return { open, close }
}
