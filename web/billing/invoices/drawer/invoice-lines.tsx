import type { InvoiceDetail } from '#contract/billing/payments.ts'
import { Rand } from '#web/ui/text/rand.tsx'
import { DrawerPart } from './invoice-shell.tsx'

/** An uploaded invoice has no lines: they are in its PDF. */
export const InvoiceLines = ({ invoice: { items, notes } }: { invoice: InvoiceDetail }) => (
  <>
    {items.length > 0 && (
      <DrawerPart title="Lines">
        <ul className="divide-y rounded-md border">
          {items.map(({ description, quantity, amount }, place) => (
            <li key={place} className="flex items-start justify-between gap-3 px-3 py-2">
              <span className="min-w-0 wrap-anywhere">
                {description}
                <span className="block text-[13px] text-fg2">Quantity {quantity}</span>
              </span>
              <span className="font-medium whitespace-nowrap">
                <Rand amount={amount} />
              </span>
            </li>
          ))}
        </ul>
      </DrawerPart>
    )}
    {notes && (
      <DrawerPart title="Notes">
        <p className="wrap-anywhere whitespace-pre-line">{notes}</p>
      </DrawerPart>
    )}
  </>
)
