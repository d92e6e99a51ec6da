import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

type Props = {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  flush?: boolean
  folded?: boolean
  className?: string
  children: ReactNode
}

export function Card({ title, description, actions, flush, folded, className, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={clsx('min-w-0 rounded-xl border bg-card shadow-card', className)}
    >
      {title && (
        <div
          className={clsx(
            'flex min-h-12 flex-wrap justify-between gap-x-3 gap-y-2 px-5 pt-4 pb-3',
            description ? 'items-start' : 'items-center',
          )}
        >
          <div className="min-w-0">
            <h2 id={id} className="text-[15px] leading-6 font-semibold">
              {title}
            </h2>
            {description && <p className="text-[13px] text-fg2">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      <div className={clsx(!flush && !folded && 'px-5 pb-5', !flush && !title && 'pt-5')}>{children}</div>
    </section>
  )
}
