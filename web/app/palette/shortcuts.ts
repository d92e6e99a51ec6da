import { navigate } from 'wouter/use-browser-location'
import { links } from '#web/app/links.ts'
import { useNavigation } from '#web/app/navigation/navigation.ts'
import type { ScreenPath } from '#web/app/router.tsx'
import { useIsOrgAdmin, useIsStaff } from '#web/identity/session/api.ts'
import { openerIn } from '#web/ui/return-focus.ts'
import type { Show } from './show-overlay.ts'

export type Shortcut = { keys: string; label: string; run: () => void }

const screenKeys: readonly (readonly [key: string, path: ScreenPath])[] = [
  ['d', '/'],
  ['l', '/licenses'],
  ['b', '/billing'],
  ['s', '/support'],
  ['c', '/customers'],
  ['v', '/admin/overview'],
  ['o', '/admin/organizations'],
  ['u', '/admin/users'],
]

export function useShortcuts(show: Show): Shortcut[] {
  const canCreate = useIsOrgAdmin()
  const isStaff = useIsStaff()
  const open = useNavigation().flatMap(({ items }) => items)
  return [
    { keys: '/', label: 'Search on this screen', run: () => focusSearchBox() || show('palette') },
    { keys: '?', label: 'Show these shortcuts', run: () => show('shortcuts') },
    ...(canCreate ? [{ keys: 'c', label: 'Create License', run: () => navigate(links.createLicense) }] : []),
    { keys: 'j', label: isStaff ? 'Next row of a list, or next ticket' : 'Next row of a list', run: next },
    {
      keys: 'k',
      label: isStaff ? 'Previous row of a list, or previous ticket' : 'Previous row of a list',
      run: previous,
    },
    { keys: 'x', label: 'Select the row', run: selectRow },
    ...(isStaff ? ticketKeys.map(([keys, label]) => ({ keys, label, run: () => void press(keys) })) : []),
    {
      keys: 'n',
      label: isStaff ? 'Write an internal note in the open ticket, or a new ticket' : 'New support ticket',
      run: () => press('n') || navigate(links.contactSupport),
    },
    ...screenKeys.flatMap(([key, path]) =>
      open
        .filter(({ href }) => href === path)
        .map(({ title }) => ({ keys: `g ${key}`, label: `Go to ${title}`, run: () => navigate(path) })),
    ),
  ]
}

const ticketKeys = [
  ['r', 'Reply in the open ticket'],
  ['e', 'Resolve or reopen the open ticket'],
  ['a', 'Assign the open ticket to me'],
] as const

/** Clicks the button on screen that has this key. */
function press(key: string) {
  const buttons = [...document.querySelectorAll<HTMLElement>(`main [data-shortcut="${key}"]`)]
  const button = buttons.find((candidate) => candidate.checkVisibility())
  button?.click()
  return button !== undefined
}

const next = () => press('j') || focusRow(1)
const previous = () => press('k') || focusRow(-1)

const ROW = 'main [data-row]'

/** Focuses what opens the next or previous row of the list, from the first one on. Enter then opens it. */
function focusRow(step: 1 | -1) {
  const rows = [...document.querySelectorAll(ROW)].filter((row) => row.checkVisibility())
  const current = document.activeElement?.closest(ROW)
  const next = current ? rows[rows.indexOf(current) + step] : rows[0]
  openerIn(next)?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

const selectRow = () =>
  document.activeElement?.closest(ROW)?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()

function focusSearchBox() {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')]
  const box = boxes.find((candidate) => candidate.checkVisibility())
  box?.focus()
  box?.select()
  return box !== undefined
}
