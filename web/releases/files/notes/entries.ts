/** `id` stays with a line wherever it moves. */
export type Entry = { id: number; text: string }

let lastId = 0

export const emptyEntry = (): Entry => ({ id: ++lastId, text: '' })

export const entriesOf = (texts: readonly string[]): readonly Entry[] =>
  texts.map((text) => ({ ...emptyEntry(), text }))

/** With the line at `place` one further up or down. */
export const moved = (entries: readonly Entry[], place: number, by: -1 | 1) =>
  entries.toSpliced(place, 1).toSpliced(place + by, 0, entries[place]!)
