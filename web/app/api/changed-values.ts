/** Returns only what differs from what was shown, so that changes by other users are kept, or undefined if nothing does. */
export function changedValues<Shown extends object, Given extends Partial<Shown>>(shown: Shown, given: Given) {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(shown[name as keyof Shown])
  const changes = Object.entries(given).filter(isChanged)
  return changes.length > 0 ? (Object.fromEntries(changes) as Partial<Given>) : undefined
}
