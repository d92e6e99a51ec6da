import { useSyncExternalStore } from 'react'
import { DateText } from './date.tsx'

const EVERY = 10_000

let now = Date.now()
let timer: number | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One timer for the whole page, while any text needs it. */
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

/** The time in milliseconds since 1970. Renders again every 10 seconds. */
export const useNow = () => useSyncExternalStore(subscribe, () => now)

type Props = { value: string; format: (value: string, now: Date) => string; full: (value: string) => string }

/** A relative time that stays up to date. */
export function AgoText({ value, format, full }: Props) {
  const instant = useNow()
  return <DateText value={value} format={(given) => format(given, new Date(instant))} full={full} />
}
