import type { ReactNode } from 'react'

/** One figure of a list: what it is, what there is to say of it, and the value. Stands in a `dl`. */
export const Figure = ({ name, hint, children }: { name: string; hint?: string | false; children: ReactNode }) => (
  <div className="flex items-start justify-between gap-3">
    <dt className="text-fg2">
      {name}
      {hint && <span className="block text-[13px]">{hint}</span>}
    </dt>
    <dd className="text-right font-medium">{children}</dd>
  </div>
)
