import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { label: string; value: ReactNode; caption?: ReactNode; icon?: LucideIcon; children?: ReactNode }

export const StatCard = ({ label, value, caption, icon: Icon, children }: Props) => (
  <section aria-label={label} className="flex min-w-0 flex-col gap-1 rounded-xl border bg-card p-5 shadow-card">
    <div className="flex items-center justify-between gap-2 text-[13px] text-fg2">
      <h2 className="font-medium">{label}</h2>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
    </div>
    <div className="text-[26px] leading-8 font-semibold tracking-tight">{value}</div>
    {caption && <div className="text-[13px] text-fg2">{caption}</div>}
    {children}
  </section>
)
