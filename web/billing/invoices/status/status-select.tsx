import { useState } from 'react'
import { InvoiceStatus, type Invoice } from '#contract/billing/invoices.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { invoiceStatusName } from '../invoice-words.ts'
import { statusOption } from '../list/invoice-list.tsx'

const ChangeStatusDialog = onDemand(async () => (await import('./change-status-dialog.tsx')).ChangeStatusDialog)

const choices = InvoiceStatus.options.filter((status) => status !== 'void')

/** Void cannot be chosen; it is listed only while it is the current status. */
const optionsFor = (status: InvoiceStatus) => (status === 'void' ? [...choices, status] : choices).map(statusOption)

const wordOf = (status: InvoiceStatus) => invoiceStatusName(status).toLowerCase()

export function StatusSelect({ invoice }: { invoice: Invoice }) {
  const { invoiceNumber, status } = invoice
  const [next, ask] = useState<InvoiceStatus | null>(null)
  return (
    <>
      <Select
        aria-label={`Status of ${invoiceNumber}`}
        options={optionsFor(status)}
        value={next ?? status}
        onChange={(event) => ask(InvoiceStatus.parse(event.target.value))}
        className="min-w-36"
      />
      {next && (
        <ChangeStatusDialog
          invoice={invoice}
          next={next}
          title={`Make ${invoiceNumber} ${wordOf(next)}?`}
          description={`It is ${wordOf(status)} now.`}
          confirm={`Make ${wordOf(next)}`}
          success="Invoice Updated"
          onClose={() => ask(null)}
        />
      )}
    </>
  )
}
