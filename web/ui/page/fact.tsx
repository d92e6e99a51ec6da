import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = { label: string; className?: string; children: ReactNode }

export const Fact = ({ label, className, children }: Props) => (
  <div className={clsx('min-w-0', className)}>
    <dt className="text-[13px] text-fg2">{label}</dt>
    <dd className="font-medium break-words">{children}</dd>
  </div>
)
