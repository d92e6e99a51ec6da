import { navigate } from 'wouter/use-browser-location'
import { links } from '#web/app/links.ts'
import { useNavigation } from '#web/app/navigation/navigation.ts'
import type { ScreenPath } from '#web/app/router.tsx'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import type { Show } from './show-overlay.ts'

/** `keys` are pressed one after the other, separated by a space. */
export type Shortcut = { keys: string; label: string; run: () => void }

/** Second keys after g. */
const screenKeys: readonly (readonly [key: string, path: ScreenPath])[] = [
  ['d', '/'],
  ['l', '/licenses'],
  ['b', '/billing'],
  ['s', '/support'],
  ['v', '/admin/overview'],
  ['o', '/admin/organizations'],
  ['u', '/admin/users'],
]

export function useShortcuts(show: Show): Shortcut[] {
  const canCreate = useIsOrgAdmin()
  const open = useNavigation().flatMap(({ items }) => items)
  return [
    { keys: '/', label: 'Search on this screen', run: () => focusSearchBox() || show('palette') },
    { keys: '?', label: 'Show these shortcuts', run: () => show('shortcuts') },
    ...(canCreate ? [{ keys: 'c', label: 'Create License', run: () => navigate(links.createLicense) }] : []),
    { keys: 'n', label: 'New support ticket', run: () => navigate(links.contactSupport) },
    ...screenKeys.flatMap(([key, path]) =>
      open
        .filter(({ screen }) => screen.path === path)
        .map(({ screen }) => ({ keys: `g ${key}`, label: `Go to ${screen.title}`, run: () => navigate(path) })),
    ),
  ]
}

/** Returns whether the screen has a search box. */
function focusSearchBox() {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')]
  const box = boxes.find((candidate) => candidate.checkVisibility())
  box?.focus()
  box?.select()
  return box !== undefined
}
