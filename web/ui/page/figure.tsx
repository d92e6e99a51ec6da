import type { ReactNode } from 'react'

export const Figure = ({ name, hint, children }: { name: string; hint?: string | false; children: ReactNode }) => (
  <div className="flex items-start justify-between gap-3">
    <dt className="text-fg2">
      {name}
      {hint && <span className="block text-[13px]">{hint}</span>}
    </dt>
    <dd className="text-right font-medium">{children}</dd>
  </div>
)
