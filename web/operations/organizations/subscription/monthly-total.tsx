import * as z from 'zod/mini'
import { monthlyTotal, SubscriptionDraft } from '#contract/billing/subscriptions/drafts.ts'
import { toAmount } from '#contract/money.ts'
import { Rand } from '#web/ui/text/rand.tsx'

export type TypedPrice = { pricePerLicense: string; licenseLimit: string }

/** Previews the price before it is saved. */
export function MonthlyTotal({ typed }: { typed: TypedPrice }) {
  const { data } = z.safeParse(SubscriptionDraft, typed)
  const cents = data && monthlyTotal(data)
  return (
    <div className="grid gap-1 rounded-md bg-sunken px-3 py-2.5">
      <p className="flex items-baseline justify-between gap-2">
        <span className="text-fg2">Monthly total</span>
        <output aria-label="Monthly total" className="text-base font-semibold">
          {cents === undefined ? '—' : <Rand amount={toAmount(cents)} />}
        </output>
      </p>
      <p className="flex items-baseline justify-between gap-2 text-[13px]">
        <span className="text-fg2">Twelve months</span>
        <output aria-label="Twelve months">{cents === undefined ? '—' : <Rand amount={toAmount(cents * 12)} />}</output>
      </p>
    </div>
  )
}
