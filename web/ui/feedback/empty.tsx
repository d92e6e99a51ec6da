import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon?: LucideIcon; action?: ReactNode; children: ReactNode }

/** A place that is there before it is empty, so that screen readers read that a search found nothing. */
export const EmptyPlace = ({ children }: { children: ReactNode }) => (
  <div aria-live="polite" className="contents">
    {children}
  </div>
)

export const Empty = ({ icon: Icon = Inbox, action, children }: Props) => (
  <div className="flex flex-col items-center gap-3 px-5 py-10 text-center">
    <span aria-hidden className="grid size-10 place-items-center rounded-full bg-neutral-bg text-fg2">
      <Icon className="size-5" />
    </span>
    <p className="max-w-prose text-fg2">{children}</p>
    {action}
  </div>
)
