import { useState } from 'react'
import type { Invoice } from '#contract/billing/invoices.ts'
import { formatDay } from '#web/app/words/business-days.ts'
import { HowToPay } from '#web/billing/invoices/parts.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField } from '#web/ui/form/fields.tsx'

type Props = { invoices: Invoice[]; bankDetails: string; onClose: () => void }

export function PaymentDialog({ invoices, bankDetails, onClose }: Props) {
  const [id, setId] = useState(invoices[0]?.id)
  const invoice = invoices.find((candidate) => candidate.id === id) ?? invoices[0]
  return (
    <Dialog
      title="How to pay"
      description="Pay by bank transfer with the reference of the invoice. We post the payment when it arrives."
      onClose={onClose}
    >
      <div className="grid gap-4">
        {invoices.length > 1 && (
          <SelectField
            name="invoice"
            label="Invoice"
            options={invoices.map(({ id: value, invoiceNumber, balance, dueDate }) => ({
              value,
              label: `${invoiceNumber}: R${balance}, due ${formatDay(dueDate)}`,
            }))}
            value={id ?? ''}
            onChange={({ target }) => setId(target.value)}
          />
        )}
        {invoice && <HowToPay key={invoice.id} invoice={invoice} bankDetails={bankDetails} />}
      </div>
    </Dialog>
  )
}
