import { useRef, useState } from 'react'

/** Returns only what differs from what was shown, so that changes by other users are kept, or undefined if nothing does. */
export function changedValues<Shown extends object, Given extends Partial<Record<keyof Shown, unknown>>>(
  shown: Shown,
  given: Given,
) {
  const isChanged = ([name, value]: [string, unknown]) => asText(value) !== asText(shown[name as keyof Shown])
  const changes = Object.entries(given).filter(isChanged)
  return changes.length > 0 ? (Object.fromEntries(changes) as Partial<Given>) : undefined
}

/** An empty field is what was shown for none. */
const asText = (value: unknown) => JSON.stringify(value ?? '')

/** For a form, whose fields keep what they showed when it was opened, although others may have changed that since. */
export function useChangedValues<Shown extends object>(shown: Shown) {
  const [opened] = useState(shown)
  return <Given extends Partial<Record<keyof Shown, unknown>>>(given: Given) => changedValues(opened, given)
}

/** Makes in a list that others may have changed the additions and removals that were made in the one that was shown. */
export function changedList(shown: readonly string[], given: readonly string[], newest: readonly string[]) {
  if (newest.join() === shown.join()) return [...given]
  const kept = newest.filter((entry) => given.includes(entry) || !shown.includes(entry))
  return [...kept, ...given.filter((entry) => !kept.includes(entry) && !shown.includes(entry))]
}

type StoredRow = { id: string; updatedAt: string }

/** Sends the version that a change is based on, so that it doesn't overwrite a newer one. */
export const basedOn = ({ id, updatedAt }: StoredRow) => ({ params: { id }, headers: { 'if-match': updatedAt } })

/** For `useWrite`: after a conflict, another attempt at the same row is based on its newest version. */
export function useNewest<Input extends object>(
  rowOf: (input: Input) => string,
  read: (id: string, input: Input) => Promise<Pick<StoredRow, 'updatedAt'> | undefined>,
) {
  const newest = useRef(new Map<string, string>())
  return {
    rebase: <Sent extends Input>(input: Sent) => {
      const updatedAt = newest.current.get(rowOf(input))
      return updatedAt === undefined ? input : { ...input, headers: { 'if-match': updatedAt } }
    },
    reread: async (input: Input) => {
      const id = rowOf(input)
      const row = await read(id, input)
      if (row) newest.current.set(id, row.updatedAt)
    },
  }
}

type ById = { params: { id: string } }

export const idOf = ({ params }: ById) => params.id
