import { useSyncExternalStore } from 'react'
import { DateText } from './date.tsx'

/** Milliseconds in which nobody minds that '3 minutes ago' is four. */
const EVERY = 10_000

let now = Date.now()
let timer: number | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const tell of listeners) tell()
}

/** One timer for all of a page, while there is something to keep true. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= window.setInterval(tick, EVERY)
  now = Date.now()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
}

type Props = { value: string; format: (value: string, now: Date) => string; full: (value: string) => string }

/** How long ago something was, which stays true while it is on screen. */
export function AgoText({ value, format, full }: Props) {
  const instant = useSyncExternalStore(subscribe, () => now)
  return <DateText value={value} format={(given) => format(given, new Date(instant))} full={full} />
}
