import { InvoiceStatus, type Invoice } from '#contract/invoices.ts'
import { Select } from '#web/ui/select.tsx'
import { useChooseStatus } from './admin-api.ts'
import { statusOption } from './invoice-list.tsx'

const choices = InvoiceStatus.options.filter((status) => status !== 'void')

/** Void is no choice here: it only shows where it is so already. */
const optionsFor = (status: InvoiceStatus) => (status === 'void' ? [...choices, status] : choices).map(statusOption)

export function StatusSelect({ invoice: { id, invoiceNumber, status } }: { invoice: Invoice }) {
  const { mutate, isPending, variables } = useChooseStatus()
  return (
    <Select
      aria-label={`Status of ${invoiceNumber}`}
      aria-busy={isPending}
      options={optionsFor(status)}
      value={isPending ? variables.body.status : status}
      onChange={(event) => mutate({ params: { id }, body: { status: InvoiceStatus.parse(event.target.value) } })}
      className="min-w-36"
    />
  )
}
