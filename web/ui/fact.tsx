import type { ReactNode } from 'react'

/** A term and its value, inside a <dl>. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-[13px] text-fg2">{label}</dt>
    <dd className="font-medium break-words">{children}</dd>
  </div>
)
