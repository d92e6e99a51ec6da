import { clsx } from 'clsx'
import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { controlClass } from '#web/ui/form/control.ts'
import { OVERLAY } from '#web/ui/dialog/overlay.tsx'
import { isComposing } from '#web/ui/page/composing.ts'
import { landmarkOf } from '#web/ui/page/landmark.ts'
import { matchingOptions, type SearchedOption } from './matching-options.ts'

const MOST_SHOWN = 50

type Props = {
  id: string
  control: RefObject<HTMLButtonElement | null>
  label: string
  options: readonly SearchedOption[]
  emptyText?: string
  chosen: string
  typed: string
  onType: (typed: string) => void
  onChoose: (value: string) => void
  onClose: () => void
}

/** Not modal: Radix would inject a <style> that the content security policy refuses. */
export function SearchableOptions({ id, control, typed, onType, onClose, ...found }: Props) {
  const { label, chosen } = found
  const [container] = useState(() => control.current && landmarkOf(control.current))
  const search = useRef<HTMLInputElement>(null)
  useClickAround(onClose)
  const isOfControl = (target: EventTarget | null) =>
    [control.current, ...(control.current?.labels ?? [])].some((part) => part?.contains(target as Node))
  const press = (event: KeyboardEvent) => {
    // Not those of the dialog or form around it.
    event.stopPropagation()
    if (event.key === 'Escape' && !isComposing(event)) onClose()
    // The browser moves the focus on from the control.
    if (event.key === 'Tab') control.current?.focus()
  }

  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={control as RefObject<HTMLButtonElement>} />
      <Popover.Portal container={container}>
        <Popover.Content
          id={id}
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            // Radix would select the text, and the next key would replace it.
            event.preventDefault()
            search.current?.focus()
          }}
          onKeyDown={press}
          onInput={(event) => event.stopPropagation()}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => isOfControl(event.target) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body) control.current?.focus({ preventScroll: true })
          }}
          className="appear z-50 max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) max-w-[calc(100vw-1rem)] min-w-64 overflow-y-auto rounded-lg border bg-card p-1 shadow-lg"
        >
          <Command
            label={label}
            shouldFilter={false}
            defaultValue={chosen && itemValue(chosen)}
            className="flex min-h-0 flex-col gap-1"
          >
            <Command.Input
              ref={search}
              value={typed}
              onValueChange={onType}
              placeholder="Type to search"
              className={clsx(controlClass, 'h-9 shrink-0 max-sm:h-10')}
            />
            <Found typed={typed} {...found} />
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** A click around the dialog that contains the list closes the list alone. */
function useClickAround(onClick: () => void) {
  const click = useEffectEvent((event: MouseEvent) => {
    if (!(event.target as Element).matches(OVERLAY)) return
    event.stopPropagation()
    onClick()
  })
  useEffect(() => {
    const listen = (event: MouseEvent) => click(event)
    document.addEventListener('click', listen, { capture: true })
    return () => document.removeEventListener('click', listen, { capture: true })
  }, [])
}

type FoundProps = Pick<Props, 'label' | 'options' | 'emptyText' | 'chosen' | 'typed' | 'onChoose'>

function Found({ label, options, emptyText = 'Nothing found.', chosen, typed, onChoose }: FoundProps) {
  const found = matchingOptions(options, typed)
  const shown = (typed.trim() ? found : chosenFirst(found, chosen)).slice(0, MOST_SHOWN)
  return (
    <>
      <Command.List label={label} className="max-h-72 overflow-y-auto">
        {shown.map((option) => (
          <Item key={option.value} {...option} isChosen={option.value === chosen} onChoose={onChoose} />
        ))}
      </Command.List>
      <output className="px-2.5 text-xs text-fg2 not-empty:py-1">
        {shown.length === 0 && emptyText}
        {found.length > shown.length && `The first ${shown.length}. Type more to find others.`}
      </output>
    </>
  )
}

const chosenFirst = (options: readonly SearchedOption[], chosen: string) =>
  options.toSorted((one, other) => Number(other.value === chosen) - Number(one.value === chosen))

/** An empty value cannot be selected by keys. */
const itemValue = (value: string) => value || 'none'

type ItemProps = SearchedOption & { isChosen: boolean; onChoose: (value: string) => void }

const Item = ({ value, label, hint, isChosen, onChoose }: ItemProps) => (
  <Command.Item
    value={itemValue(value)}
    onSelect={() => onChoose(value)}
    className="flex min-h-8 items-center gap-2 rounded-md px-2.5 py-1 data-[selected=true]:bg-neutral-bg max-sm:min-h-11"
  >
    <span className="min-w-0 flex-1">
      <span className="block truncate">{label}</span>
      {hint && <span className="block truncate text-xs text-fg2">{hint}</span>}
    </span>
    {isChosen && <Check aria-label="chosen" className="size-4 shrink-0" />}
  </Command.Item>
)
