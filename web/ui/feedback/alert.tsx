import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { surface } from '#web/ui/tone.ts'

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

type Props = { tone?: keyof typeof icons; title?: ReactNode; action?: ReactNode; children?: ReactNode }

/** Failures and warnings interrupt a screen reader; others wait. */
export function Alert({ tone = 'info', title, action, children }: Props) {
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      className={clsx('flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg px-4 py-3', surface[tone])}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}
