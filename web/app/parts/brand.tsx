import { KeyRound } from 'lucide-react'
import { useProductName } from '#web/app/api/config.ts'

/** Reserves space for the product name until it is known. */
export const Brand = () => (
  <span className="flex min-w-0 items-center gap-2.5 font-semibold">
    <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded-md bg-accent text-accent-fg">
      <KeyRound className="size-4" />
    </span>
    <span className="min-w-12 truncate">{useProductName()}</span>
  </span>
)
