import { clsx } from 'clsx'
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export type Tab = { value: string; label: ReactNode; content: ReactNode }

type Props = {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
  /** Shares the width between the tabs. */
  even?: boolean
}

/** Only the chosen tab's content is mounted, so what it loads is loaded when it is looked at. */
export const Tabs = ({ label, tabs, value, onChange, even }: Props) => (
  <Radix.Root value={value} onValueChange={onChange} className="grid min-w-0 gap-4">
    <Radix.List
      aria-label={label}
      className={clsx(
        'max-w-full gap-1 overflow-x-auto rounded-lg bg-neutral-bg p-1',
        even ? 'flex' : 'inline-flex justify-self-start',
      )}
    >
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          className={clsx(
            'h-8 rounded-md px-3.5 font-medium whitespace-nowrap text-neutral-fg max-sm:h-10',
            'data-[state=active]:bg-card data-[state=active]:text-fg data-[state=active]:shadow-card',
            even && 'flex-1',
          )}
        >
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map((tab) => (
      <Radix.Content key={tab.value} value={tab.value} className="min-w-0 outline-none">
        {tab.content}
      </Radix.Content>
    ))}
  </Radix.Root>
)
