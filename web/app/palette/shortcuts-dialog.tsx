import { useId, useState } from 'react'
import { useIsStaff } from '#web/identity/session/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { Show } from './show-overlay.ts'
import { PALETTE_KEYS } from './shortcut-keys.ts'
import { areShortcutsOn, switchShortcuts } from './shortcut-setting.ts'
import { useShortcuts, type Shortcut } from './shortcuts.ts'

type Row = Pick<Shortcut, 'keys' | 'label'>

/** Standard browser keys, which cannot be turned off. */
const always = (isStaff: boolean): Row[] => [
  { keys: PALETTE_KEYS, label: 'Search or go to a screen' },
  { keys: 'F8', label: 'Focus notifications' },
  { keys: 'Esc', label: isStaff ? 'Close, or leave the reply beside the list' : 'Close' },
]

export const ShortcutsDialog = ({ show }: { show: Show }) => (
  <Dialog
    title="Keyboard shortcuts"
    description="Single-key shortcuts are off while you type or a dialog is open."
    onClose={() => show(null)}
  >
    <div className="grid gap-4">
      <Switch />
      <Rows title="Everywhere" rows={always(useIsStaff())} />
      <Rows title="Single keys" rows={useShortcuts(show)} />
    </div>
  </Dialog>
)

function Switch() {
  const id = useId()
  const [isOn, setOn] = useState(areShortcutsOn)
  const change = (next: boolean) => {
    setOn(next)
    switchShortcuts(next)
  }
  return (
    <div className="flex min-h-6 items-center gap-2">
      <Checkbox id={id} checked={isOn} onChange={(event) => change(event.target.checked)} />
      <label htmlFor={id}>Use single-key shortcuts</label>
    </div>
  )
}

const Rows = ({ title, rows }: { title: string; rows: readonly Row[] }) => (
  <section>
    <h3 className="pb-1 text-xs font-medium text-fg2">{title}</h3>
    <dl className="divide-y divide-line">
      {rows.map(({ keys, label }) => (
        <div key={keys} className="flex min-h-9 items-center justify-between gap-4 py-1">
          <dt>{label}</dt>
          <dd className="flex shrink-0 gap-1">
            {keys.split(' ').map((key) => (
              <kbd
                key={key}
                className="min-w-6 rounded border bg-sunken px-1.5 text-center font-sans text-xs leading-6"
              >
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
