declare global {
  interface Window {
    /** Answers that index.html asked for before any bundle arrived, by path. */
    early?: Record<string, Promise<Response>>
  }
}

/** Each early answer serves once: whoever asks again wants a fresh one. */
export function takeEarly(path: string) {
  const early = globalThis.window?.early
  const answer = early?.[path]
  if (answer) delete early[path]
  return answer
}

/** What was asked for before somebody signed in or out is an answer for somebody else. */
export function dropEarly() {
  if (globalThis.window?.early) window.early = {}
}
