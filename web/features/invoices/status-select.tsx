import { useState } from 'react'
import { InvoiceStatus, type Invoice } from '#contract/invoices.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { useChooseStatus } from './admin-api.ts'
import { invoiceBadge } from './invoice-badge.ts'
import { statusOption } from './invoice-list.tsx'
import { consequenceOf } from './status-consequence.ts'

const choices = InvoiceStatus.options.filter((status) => status !== 'void')

/** Void is no choice here: it only shows where it is so already. */
const optionsFor = (status: InvoiceStatus) => (status === 'void' ? [...choices, status] : choices).map(statusOption)

/** What moves money or a subscription besides is asked first. */
export function StatusSelect({ invoice }: { invoice: Invoice }) {
  const { id, invoiceNumber, status } = invoice
  const { mutate, mutateAsync, isPending, variables } = useChooseStatus()
  const [asked, ask] = useState<Asked | null>(null)
  const choose = (next: InvoiceStatus) => {
    const consequence = consequenceOf(invoice, next)
    if (consequence) ask({ next, consequence })
    else mutate({ params: { id }, body: { status: next } })
  }
  return (
    <>
      <Select
        aria-label={`Status of ${invoiceNumber}`}
        aria-busy={isPending}
        options={optionsFor(status)}
        value={isPending ? variables.body.status : (asked?.next ?? status)}
        onChange={(event) => choose(InvoiceStatus.parse(event.target.value))}
        className="min-w-36"
      />
      {asked && (
        <ConfirmDialog
          title={`Make ${invoiceNumber} ${wordOf(asked.next)}?`}
          description={asked.consequence}
          confirm={`Make ${wordOf(asked.next)}`}
          onConfirm={() => mutateAsync({ params: { id }, body: { status: asked.next } })}
          onClose={() => ask(null)}
        />
      )}
    </>
  )
}

type Asked = { next: InvoiceStatus; consequence: string }

const wordOf = (status: InvoiceStatus) => invoiceBadge(status).children.toLowerCase()
