/** Lasts as long as the tab. Undefined where the browser forbids storage. */
export function tabStorage() {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
