import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { keepClear } from '#web/ui/page/keep-clear.ts'

/** 12 pixels below the bar, and as many above it. */
const keepAboveBar = keepClear('--bar', 24)

type Props = { label: string; count: number; className?: string; children: ReactNode }

/** Overlays the end of the list, so that selecting doesn't shift the rows. */
export const SelectedBar = ({ label, count, className, children }: Props) => (
  <>
    <output className="sr-only">{count > 0 && `${count} selected`}</output>
    {count > 0 && (
      <section
        ref={keepAboveBar}
        aria-label={label}
        className={clsx(
          'short:max-h-18 short:overflow-y-auto sticky bottom-3 z-20 mx-3 mb-3 rounded-xl border bg-card px-3 py-2 shadow-xl',
          className,
        )}
      >
        {children}
      </section>
    )}
  </>
)
