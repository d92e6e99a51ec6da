/** Undefined if the browser blocks storage. */
export function tabStorage() {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
