import type { PendingAdjustment } from '#contract/billing/billing.ts'
import { formatDay } from '#web/app/words/business-days.ts'

export function PendingChanges({ adjustments }: { adjustments: PendingAdjustment[] }) {
  if (adjustments.length === 0) return null
  return (
    <section aria-label="Pending Changes" className="rounded-lg bg-info-bg px-4 py-3 text-info-fg">
      <h3 className="font-semibold">Pending Changes</h3>
      <ul>
        {adjustments.map((adjustment) => (
          <li key={adjustment.id}>{sentenceOf(adjustment)}</li>
        ))}
      </ul>
      <p className="mt-1 text-[13px]">
        Changes take effect at the end of the current period. Charges appear on your next invoice.
      </p>
    </section>
  )
}

function sentenceOf({ deltaQuantity, effectiveAt }: PendingAdjustment) {
  const seats = Math.abs(deltaQuantity)
  const change = `${deltaQuantity > 0 ? 'Adds' : 'Removes'} ${seats === 1 ? '1 seat' : `${seats} seats`}`
  return `${change} effective ${formatDay(effectiveAt)}`
}
