import { clsx } from 'clsx'
import { Command } from 'cmdk'
import { flushSync } from 'react-dom'
import { SEARCH_GROUP, SEARCH_LIMITS } from '#contract/operations/search.ts'
import { countOf } from '#contract/quantities.ts'
import { useCurrentUser, useIsStaff } from '#web/identity/session/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { controlClass } from '#web/ui/form/control.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import {
  groupsOf,
  matching,
  recentGroup,
  useActionGroup,
  useScreenGroups,
  type Entry,
  type Group,
} from './palette-entries.ts'
import { keepRecent } from './recent.ts'
import { usePaletteSearch } from './search.ts'
import type { Show } from './show-overlay.ts'

const TITLE = 'Search or go to'

export function Palette({ show }: { show: Show }) {
  const { id } = useCurrentUser()
  const { typed, type, results, isSearching, retry } = usePaletteSearch()
  const places = matching([...useScreenGroups(), useActionGroup(show)], typed)
  const found = results ? groupsOf(results).filter(({ entries }) => entries.length > 0) : []
  // Enter pressed before the results arrive must not open a result of the previous search.
  const shown = isSearching ? matching(found, typed) : found
  const recent = typed.trim() ? [] : [recentGroup(id)].filter(({ entries }) => entries.length > 0)
  const groups = [...recent, ...places, ...shown]
  const count = groups.flatMap(({ entries }) => entries).length
  const isCut = shown.some(({ entries }) => entries.length >= SEARCH_GROUP)
  const isStaff = useIsStaff()
  const close = () => show(null)

  // After the focus has returned to its origin, where the next dialog will return it again.
  const choose = (entry: Entry) => {
    keepRecent(id, entry)
    flushSync(close)
    window.setTimeout(entry.run)
  }

  return (
    <Dialog title={TITLE} onClose={close}>
      <Command label={TITLE} shouldFilter={false} className="flex min-h-0 flex-1 flex-col gap-2">
        <Command.Input
          value={typed}
          onValueChange={type}
          maxLength={SEARCH_LIMITS.max}
          placeholder={`Screen, ${isStaff ? 'customer, person, ' : ''}license, invoice, ticket, document`}
          className={clsx(controlClass, 'h-10 shrink-0')}
        />
        <Command.List label="Results" className={clsx('overflow-y-auto sm:h-96', count === 0 && 'hidden')}>
          <PaletteGroups groups={groups} onChoose={choose} />
        </Command.List>
        {retry && <LoadFailure sentence="Search failed." retry={retry} />}
        {!retry && <SearchStatus {...{ typed, count, isSearching, isCut }} />}
        <KeyHints />
      </Command>
    </Dialog>
  )
}

const hints = [
  { keys: '↑ ↓', does: 'to choose' },
  { keys: 'Enter', does: 'to open' },
  { keys: 'Esc', does: 'to close' },
]

/** Screen readers announce the keys of a list themselves. */
const KeyHints = () => (
  <p aria-hidden className="flex gap-4 border-t pt-2 text-xs text-fg2 max-sm:hidden">
    {hints.map(({ keys, does }) => (
      <span key={keys}>
        <kbd className="rounded border bg-sunken px-1 font-sans">{keys}</kbd> {does}
      </span>
    ))}
  </p>
)

type SearchStatusProps = { typed: string; count: number; isSearching: boolean; isCut: boolean }

/** Announced by screen readers. */
const SearchStatus = ({ typed, count, ...search }: SearchStatusProps) => (
  <output className={clsx('block text-fg2', count === 0 ? 'py-10 text-center sm:h-102' : 'min-h-4 text-xs')}>
    {typed.trim() && statusText({ typed, count, ...search })}
  </output>
)

function statusText({ typed, count, isSearching, isCut }: SearchStatusProps) {
  if (isSearching) return 'Searching…'
  if (count === 0) return `No results for “${typed.trim()}”.`
  return `${countOf(count, 'result')}${isCut ? `, at most ${SEARCH_GROUP} of each kind. Type more to find others.` : ''}`
}

type GroupsProps = { groups: Group[]; onChoose: (entry: Entry) => void }

const PaletteGroups = ({ groups, onChoose }: GroupsProps) =>
  groups.map(({ title, entries }) => (
    <Command.Group
      key={title}
      heading={title}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-fg2"
    >
      {entries.map((entry, place) => (
        // Two licenses may have the same label.
        <Item key={`${title} ${place}`} value={`${title} ${place} ${entry.label}`} entry={entry} onChoose={onChoose} />
      ))}
    </Command.Group>
  ))

type ItemProps = { value: string; entry: Entry; onChoose: GroupsProps['onChoose'] }

function Item({ value, entry, onChoose }: ItemProps) {
  const { label, icon: Icon, hint, preload } = entry
  return (
    <Command.Item
      value={value}
      onSelect={() => onChoose(entry)}
      {...(preload && intent({ preload }))}
      className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1 data-[selected=true]:bg-neutral-bg max-sm:min-h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-fg2" />
      <span className="min-w-0">
        <span className="block truncate">{label}</span>
        {hint && <span className="block truncate text-xs text-fg2">{hint}</span>}
      </span>
    </Command.Item>
  )
}
