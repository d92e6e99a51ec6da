import { clsx } from 'clsx'
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { showInStrip } from './strip.ts'

export type Tab = { value: string; label: ReactNode; content: ReactNode }

type Props = {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
  even?: boolean
}

/** One tab stop; arrow keys, Home and End select. Only the selected tab's content is mounted, so it loads when it is opened. */
export function Tabs({ label, tabs, value, onChange, even }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = tabs.find((tab) => tab.value === value) ?? tabs[0]

  const move = (event: KeyboardEvent) => {
    const place = destination(
      event.key,
      tabs.findIndex((tab) => tab === chosen),
      tabs.length,
    )
    const tab = tabs[place]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]?.focus()
  }

  return (
    <div className="grid min-w-0 gap-4">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={clsx(
          'max-w-full gap-1 overflow-x-auto rounded-lg bg-neutral-bg p-1',
          even ? 'flex' : 'inline-flex justify-self-start',
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            ref={tab === chosen ? showInStrip : undefined}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab === chosen}
            aria-controls={tab === chosen ? `${id}-panel` : undefined}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={move}
            className={clsx(
              'h-8 rounded-md px-3.5 max-sm:px-2 font-medium whitespace-nowrap text-neutral-fg max-sm:h-10',
              'aria-selected:bg-card aria-selected:text-fg aria-selected:shadow-card',
              even && 'flex-1',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {chosen && (
        <div
          key={chosen.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${chosen.value}`}
          className="min-w-0"
        >
          {chosen.content}
        </div>
      )}
    </div>
  )
}

function destination(key: string, place: number, count: number) {
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return -1
}
