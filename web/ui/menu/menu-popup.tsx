import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { useRef, type FocusEvent, type ReactElement, type ReactNode } from 'react'
import { passFocusOn } from '#web/ui/button/button.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import type { MenuItem } from './menu-item.ts'

export type MenuProps = {
  trigger: ReactElement
  header?: ReactNode
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

type Props = MenuProps & { container: HTMLElement | null; startsAtFirst: boolean }

/** Radix has not seen the key press that opened the menu, because it mounts later. */
function useFirstItem(startsAtFirst: boolean) {
  const isDue = useRef(startsAtFirst)
  return ({ target, currentTarget }: FocusEvent) => {
    if (!isDue.current || target !== currentTarget) return
    isDue.current = false
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
  }
}

/** A ref, which replaces the one of the trigger. */
const keepFocus = (trigger: HTMLElement | null) => {
  focusOnShow(trigger)
  return passFocusOn(trigger)
}

/** Opens on mount. Not modal: Radix would inject a <style> that the content security policy refuses. */
export const MenuPopup = ({ trigger, header, items, align = 'end', container, startsAtFirst }: Props) => (
  <Radix.Root defaultOpen modal={false}>
    <Radix.Trigger asChild ref={keepFocus}>
      {trigger}
    </Radix.Trigger>
    <Radix.Portal container={container}>
      <Radix.Content
        align={align}
        onFocus={useFirstItem(startsAtFirst)}
        sideOffset={6}
        collisionPadding={8}
        className="appear z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-lg border bg-card p-1 shadow-lg"
      >
        {header && (
          <>
            <Radix.Label className="px-2.5 py-2">{header}</Radix.Label>
            <Radix.Separator className="my-1 h-px bg-line" />
          </>
        )}
        {items.map((item) => (
          <Item key={item.label} {...item} />
        ))}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

function Item({ label, icon: Icon, onSelect, tone, disabled, checked }: MenuItem) {
  const className = clsx(
    'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2.5 outline-none data-highlighted:bg-neutral-bg max-sm:min-h-10',
    'data-disabled:opacity-50 [&>svg]:size-4',
    tone === 'danger' && 'text-danger-fg',
  )
  const words = (
    <>
      {Icon && <Icon aria-hidden />}
      <span className="flex-1">{label}</span>
    </>
  )
  if (checked === undefined)
    return (
      <Radix.Item className={className} disabled={disabled} onSelect={onSelect}>
        {words}
      </Radix.Item>
    )
  return (
    <Radix.CheckboxItem className={className} disabled={disabled} checked={checked} onSelect={onSelect}>
      {words}
      <Radix.ItemIndicator>
        <Check aria-hidden className="size-4" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  )
}
