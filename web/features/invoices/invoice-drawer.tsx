import { Download, ReceiptText } from 'lucide-react'
import { formatLongDate } from '#contract/dates.ts'
import { isCreditedInFull, isOwed, type Invoice } from '#contract/invoices.ts'
import type { InvoiceDetail } from '#contract/payments.ts'
import { isUnknown } from '#web/app/api-error.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { useInvoice } from './api.ts'
import { HowToPay } from './how-to-pay.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoiceCreditNotes, InvoicePayments } from './invoice-money.tsx'

type Props = {
  id: string
  /** Where to pay to, as the vendor wrote it. */
  bankDetails: string | null
  onClose: () => void
}

/** All that its customer may know about an invoice. */
export function InvoiceDrawer({ id, bankDetails, onClose }: Props) {
  const invoice = useInvoice(id)
  const { data, error } = invoice
  return (
    <Dialog
      side="right"
      title={data ? `Invoice ${data.invoiceNumber}` : 'Invoice'}
      description={data && standingOf(data)}
      onClose={onClose}
    >
      {isUnknown(error) ? (
        <Empty icon={ReceiptText}>This invoice does not exist.</Empty>
      ) : (
        <Loaded query={invoice} failure="Failed to load the invoice. Please try again.">
          {(read) => <Sections invoice={read} bankDetails={bankDetails} />}
        </Loaded>
      )}
    </Dialog>
  )
}

const Sections = ({ invoice, bankDetails }: { invoice: InvoiceDetail; bankDetails: string | null }) => (
  <div className="grid gap-5">
    <InvoiceFacts invoice={invoice} />
    <InvoiceLines invoice={invoice} />
    <InvoicePayments {...invoice} />
    <InvoiceCreditNotes {...invoice} />
    {isOwed(invoice) && bankDetails && <HowToPay invoice={invoice} bankDetails={bankDetails} />}
    {invoice.invoiceUrl && (
      <a href={invoice.invoiceUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
        <Download aria-hidden />
        Download PDF
      </a>
    )}
  </div>
)

/** Where it stands, in one sentence. */
function standingOf(invoice: Invoice) {
  const { status, balance, dueDate } = invoice
  if (status === 'paid') return 'Nothing is left to pay.'
  if (isCreditedInFull(invoice)) return 'It was credited in full. There is nothing to pay.'
  if (!isOwed(invoice)) return 'It was taken back. There is nothing to pay.'
  const day = formatLongDate(dueDate)
  return status === 'overdue' ? `R${balance} was due on ${day}.` : `R${balance} to pay by ${day}.`
}
