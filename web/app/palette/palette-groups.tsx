import { Command } from 'cmdk'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import type { Entry, Group } from './palette-entries.ts'

type Props = { groups: Group[]; onChoose: (entry: Entry) => void }

export const PaletteGroups = ({ groups, onChoose }: Props) =>
  groups.map(({ title, entries }) => (
    <Command.Group
      key={title}
      heading={title}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-fg2"
    >
      {entries.map((entry, place) => (
        // Two licenses may have one name.
        <Item key={`${title} ${place}`} value={`${title} ${place} ${entry.label}`} entry={entry} onChoose={onChoose} />
      ))}
    </Command.Group>
  ))

type ItemProps = { value: string; entry: Entry; onChoose: Props['onChoose'] }

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
