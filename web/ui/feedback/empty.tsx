import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon?: LucideIcon; action?: ReactNode; children: ReactNode }

export const Empty = ({ icon: Icon = Inbox, action, children }: Props) => (
  <div className="flex flex-col items-center gap-3 px-5 py-10 text-center">
    <span aria-hidden className="grid size-10 place-items-center rounded-full bg-neutral-bg text-fg2">
      <Icon className="size-5" />
    </span>
    <output className="max-w-prose text-fg2">{children}</output>
    {action}
  </div>
)
