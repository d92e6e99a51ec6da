import { useEffect, useEffectEvent } from 'react'

/** 'opened': what was read before may be older. 'again': something may have been missed, so everything is refetched. */
export type LiveEvent = (typeof EVENTS)[number] | 'opened'

const EVENTS = ['message', 'changed', 'presence', 'again'] as const

/** Milliseconds. A server that restarts, or a database that changes its leader, is back within a minute. */
const RETRY = { soon: 1500, later: 10_000, soonFor: 40, most: 60 }

export function retryDelay(refusals: number) {
  if (refusals > RETRY.most) return undefined
  return refusals > RETRY.soonFor ? RETRY.later : RETRY.soon
}

/** Calls `onEvent` for the events of the stream at `path`. A hidden page has no stream. */
export function useLive(path: string, onEvent: (event: LiveEvent) => void) {
  const emit = useEffectEvent(onEvent)
  useEffect(() => {
    const stream = openLive(path, (event) => emit(event))
    const look = () => (document.hidden ? stream.close() : stream.open())
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      document.removeEventListener('visibilitychange', look)
      stream.close()
    }
  }, [path])
}

/** EventSource reconnects after a dropped connection, but not after a refusal. */
function openLive(path: string, emit: (event: LiveEvent) => void) {
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
    emit(wasOpened ? 'again' : 'opened')
    wasOpened = true
    refusals = 0
  }
  const onError = () => {
    if (source?.readyState !== EventSource.CLOSED) return
    close()
    // A normal request is refused the same way, and its error says why.
    if (refusals === 0) emit('again')
    const delay = retryDelay(++refusals)
    if (delay !== undefined) timer = window.setTimeout(open, delay)
  }
  function open() {
    close()
    source = new EventSource(path)
    source.addEventListener('open', onOpen)
    source.addEventListener('error', onError)
    source.addEventListener('replaced', close)
    for (const event of EVENTS) source.addEventListener(event, () => emit(event))
  }
  return { open, close }
}
