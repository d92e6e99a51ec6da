import type { LucideIcon } from 'lucide-react'
import { Slot } from 'radix-ui'
import { lazy, Suspense, useState, type MouseEvent, type ReactElement, type ReactNode } from 'react'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  onSelect: () => void
  tone?: 'danger'
  disabled?: boolean
  /** Given, the item is one of a choice. */
  checked?: boolean
}

export type MenuProps = {
  /** One button with an accessible name. */
  trigger: ReactElement
  header?: ReactNode
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

const load = () => import('./menu-popup.tsx')
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }))
const warm = () => void load().catch(() => undefined)

/** A dropdown whose code arrives when the pointer or the focus comes near its button. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState<{ container: HTMLElement | null }>()
  const button = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={warm}
      onFocus={warm}
      onClick={(event: MouseEvent) => setWanted({ container: landmarkOf(event.currentTarget) })}
    >
      {props.trigger}
    </Slot.Root>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <MenuPopup {...props} container={wanted.container} />
    </Suspense>
  )
}

/** The popup stays in the landmark of its button; one in a dialog goes to the end of the page, where nothing cuts it off. */
const landmarkOf = (button: Element) => button.closest<HTMLElement>('header, main')
