import { isPartlyPaid, type Invoice } from '#contract/billing/invoices.ts'

/** In a list: what it is over, and what is left where a part was paid. */
export const InvoiceAmount = (invoice: Invoice) => (
  <span>
    R{invoice.amount}
    {isPartlyPaid(invoice) && <span className="block text-xs text-fg2">R{invoice.balance} left</span>}
  </span>
)
