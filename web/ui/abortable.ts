import { useEffect, useRef } from 'react'

/** Returns a signal for each run. The next run aborts it, and so does leaving the page or dialog. */
export function useAbortable() {
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  return () => {
    running.current?.abort()
    return (running.current = new AbortController()).signal
  }
}
