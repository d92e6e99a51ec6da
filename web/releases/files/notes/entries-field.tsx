import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/button/button.tsx'
import { useSetDirty } from '#web/ui/dialog/dialog-state.ts'
import { FieldNotes, useControl } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { isComposing } from '#web/ui/page/composing.ts'

type Props = { name: string; label: string; before: readonly string[] | undefined }

/** A list of lines. Enter adds one below, Alt and an arrow moves one; empty ones do not count. */
export function EntriesField({ name, label, before = [] }: Props) {
  const [entries, setEntries] = useState(() => entriesOf(before))
  const { control, error } = useControl(name, false)
  const setDirty = useSetDirty()
  const id = useId()

  /** The focus goes where the change was. */
  const change = (next: readonly Entry[], focused: Entry | undefined) => {
    flushSync(() => setEntries(next))
    setDirty(true)
    document.getElementById(focused ? `${id}-${focused.id}` : `${id}-add`)?.focus()
  }

  const actions = {
    onType: (place: number, text: string) => setEntries(entries.with(place, { ...entries[place]!, text })),
    onAdd: (place: number) => {
      const added = emptyEntry()
      change(entries.toSpliced(place, 0, added), added)
    },
    onRemove: (place: number) => change(entries.toSpliced(place, 1), entries[place + 1] ?? entries[place - 1]),
    onMove: (place: number, by: -1 | 1) => change(moved(entries, place, by), entries[place]),
  }

  return (
    <fieldset className="grid gap-2" aria-describedby={control['aria-describedby']}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <input type="hidden" name={name} value={JSON.stringify(entries.map(({ text }) => text))} />
      {entries.map((entry, place) => (
        <EntryRow
          key={entry.id}
          id={`${id}-${entry.id}`}
          {...{ label, entry, place, ...actions }}
          isLast={place === entries.length - 1}
        />
      ))}
      <Button id={`${id}-add`} size="small" className="w-fit" onClick={() => actions.onAdd(entries.length)}>
        <Plus aria-hidden />
        Add to {label}
      </Button>
      <FieldNotes id={control.id} error={error} />
    </fieldset>
  )
}

type RowProps = {
  id: string
  label: string
  entry: Entry
  place: number
  isLast: boolean
  onType: (place: number, text: string) => void
  onAdd: (place: number) => void
  onRemove: (place: number) => void
  onMove: (place: number, by: -1 | 1) => void
}

function EntryRow({ id, label, entry, place, isLast, onType, onAdd, onRemove, onMove }: RowProps) {
  const name = `${label} ${place + 1}`
  const up = () => place > 0 && onMove(place, -1)
  const down = () => !isLast && onMove(place, 1)

  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const isEmptied = event.key === 'Backspace' && entry.text === ''
    const action =
      event.key === 'Enter'
        ? () => onAdd(place + 1)
        : event.altKey && event.key === 'ArrowUp'
          ? up
          : event.altKey && event.key === 'ArrowDown'
            ? down
            : isEmptied && (() => onRemove(place))
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    <div className="flex items-center gap-1">
      <Input
        id={id}
        aria-label={name}
        value={entry.text}
        maxLength={500}
        onChange={({ target }) => onType(place, target.value)}
        onKeyDown={press}
        className="min-w-0 flex-1"
      />
      <Button variant="ghost" size="icon" aria-label={`Move up ${name}`} disabled={place === 0} onClick={up}>
        <ArrowUp aria-hidden />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Move down ${name}`} disabled={isLast} onClick={down}>
        <ArrowDown aria-hidden />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Remove ${name}`} onClick={() => onRemove(place)}>
        <X aria-hidden />
      </Button>
    </div>
  )
}

/** `id` stays with a line wherever it moves. */
type Entry = { id: number; text: string }

let lastId = 0

const emptyEntry = (): Entry => ({ id: ++lastId, text: '' })

const entriesOf = (texts: readonly string[]): readonly Entry[] => texts.map((text) => ({ ...emptyEntry(), text }))

/** Moves the line at `place` up or down by one. */
const moved = (entries: readonly Entry[], place: number, by: -1 | 1) =>
  entries.toSpliced(place, 1).toSpliced(place + by, 0, entries[place]!)
