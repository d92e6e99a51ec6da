import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Input } from '#web/ui/form/input.tsx'
import { isComposing } from '#web/ui/page/composing.ts'

const PAUSE = 200

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  className?: string
}

export function SearchBox({ label, value, onChange, placeholder = label, className }: Props) {
  const [draft, setDraft] = useState(value)
  const [sent, setSent] = useState(value)
  const [moves, setMoves] = useState(0)
  const timer = useRef(0)

  // The address changed: back, forward or a cleared filter.
  if (value !== sent && value !== sent.trim()) {
    setSent(value)
    setDraft(value)
    setMoves(moves + 1)
  }

  // A pending search must not reach the next screen.
  useLayoutEffect(() => () => window.clearTimeout(timer.current), [moves])

  const send = (next: string) => {
    window.clearTimeout(timer.current)
    setSent(next)
    onChange(next)
  }

  const type = (next: string) => {
    setDraft(next)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => send(next), PAUSE)
  }

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') send(draft)
    if (event.key === 'Escape' && !draft) event.currentTarget.blur()
  }

  return (
    <div className={clsx('relative w-full sm:w-64', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-fg2" />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={draft}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        className="pl-9"
      />
    </div>
  )
}
