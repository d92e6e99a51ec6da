const KINDS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel'] as const

/** Calls back once, at the next key, pointer or wheel. Returns a function that stops waiting. */
export function onFirstInput(callback: () => void) {
  const waiting = new AbortController()
  const call = () => {
    waiting.abort()
    callback()
  }
  for (const kind of KINDS) window.addEventListener(kind, call, { passive: true, signal: waiting.signal })
  return () => waiting.abort()
}
