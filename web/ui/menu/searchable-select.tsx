import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { controlClass } from '#web/ui/form/control.ts'
import type { SearchedOption } from './matching-options.ts'

const SearchableOptions = onDemand(async () => (await import('./searchable-options.tsx')).SearchableOptions)

type Props = Omit<ComponentProps<'button'>, 'value' | 'defaultValue' | 'onChange'> & {
  label: string
  options: readonly SearchedOption[]
  /** Without it, the control keeps its own value. */
  value?: string
  onChange?: (value: string) => void
  placeholder: string
  emptyText?: string
  /** Offers the placeholder as an option, too. */
  isOptional?: boolean
}

/** For options by the thousand: typing finds them by any part of their label. A form reads its value like that of a native select. */
export function SearchableSelect({
  label,
  options,
  value,
  onChange,
  placeholder,
  emptyText,
  isOptional,
  className,
  ...props
}: Props) {
  const [own, setOwn] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const control = useRef<HTMLButtonElement>(null)
  const popupId = useId()
  const chosen = value ?? own
  const text =
    options.find((option) => option.value === chosen)?.label ?? (isOptional ? placeholder : (emptyText ?? placeholder))
  const isOpen = typed !== null

  const choose = (next: string) => {
    setTyped(null)
    setOwn(next)
    onChange?.(next)
    // The form around it clears the error and asks before it is discarded.
    if (next !== chosen) control.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const openByKey = (event: KeyboardEvent) => {
    const type = typedBy(event, isOpen)
    if (!type) return
    event.preventDefault()
    // More may be typed before the list has loaded.
    setTyped((before) => type(before ?? ''))
  }

  return (
    <span className={clsx('relative block contain-inline-size', className)}>
      <button
        type="button"
        aria-label={`${label}: ${text}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? popupId : undefined}
        {...props}
        {...intent(SearchableOptions)}
        ref={control}
        value={chosen}
        onClick={() => setTyped(isOpen ? null : '')}
        onKeyDown={openByKey}
        className={clsx(controlClass, 'h-9 truncate pr-9 text-left max-sm:h-10')}
      >
        {text}
      </button>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-fg2"
      />
      {isOpen && (
        <SearchableOptions
          id={popupId}
          control={control}
          label={label}
          options={isOptional ? [{ value: '', label: placeholder }, ...options] : options}
          emptyText={emptyText}
          chosen={chosen}
          typed={typed}
          onType={setTyped}
          onChoose={choose}
          onClose={() => setTyped(null)}
        />
      )}
    </span>
  )
}

/** Returns how the key changes the search. The space bar and Enter click the button of a closed list. */
function typedBy({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, isOpen: boolean) {
  if (key === 'ArrowDown' || key === 'ArrowUp' || (isOpen && key === 'Enter')) return (before: string) => before
  if (isOpen && key === 'Backspace') return (before: string) => before.slice(0, -1)
  const isText = key.length === 1 && !ctrlKey && !metaKey && !altKey
  return isText && (isOpen || key !== ' ') ? (before: string) => before + key : null
}
