import { Tooltip as Radix } from 'radix-ui'
import { useState, type ReactElement, type ReactNode, type SyntheticEvent } from 'react'
import { landmarkOf } from './landmark.ts'

export const TOOLTIP_DELAY = 700
export const TOOLTIP_SKIP_DELAY = 300

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={TOOLTIP_DELAY} skipDelayDuration={TOOLTIP_SKIP_DELAY}>
    {children}
  </Radix.Provider>
)

/** For controls. Many cells of a table use the browser's own tooltip instead (DateText, Truncate). */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const locate = (event: SyntheticEvent) => setContainer(landmarkOf(event.currentTarget))
  return (
    <Radix.Root>
      <Radix.Trigger asChild onPointerEnter={locate} onFocus={locate}>
        {children}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          sideOffset={6}
          className="appear z-50 max-w-xs rounded-md bg-fg px-2.5 py-1.5 text-xs text-bg shadow-lg"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
