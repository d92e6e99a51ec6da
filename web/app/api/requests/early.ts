declare global {
  interface Window {
    /** Responses that index.html requested before any bundle arrived, by path. */
    early?: Record<string, Promise<Response>>
  }
}

/** Each early response serves one read; the next one fetches again. */
export function takeEarly(path: string) {
  const early = globalThis.window?.early
  const answer = early?.[path]
  if (answer) delete early[path]
  return answer
}

/** After a write, or for another user, these responses would be wrong. */
export function dropEarly() {
  if (globalThis.window?.early) window.early = {}
}
