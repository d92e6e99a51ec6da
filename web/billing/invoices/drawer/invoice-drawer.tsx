import { Download } from 'lucide-react'
import { Link } from 'wouter'
import { isCreditedInFull, isOutstanding, isPastDue, type Invoice } from '#contract/billing/invoices.ts'
import type { InvoiceDetail } from '#contract/billing/payments.ts'
import { formatLongDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import { links } from '#web/app/links.ts'
import { today } from '#web/app/words/business-days.ts'
import { OwnPaymentProofs } from '#web/billing/payment-proofs/parts.tsx'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { HowToPay } from './how-to-pay.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoiceCreditNotes, InvoicePayments } from './invoice-money.tsx'
import { InvoiceShell } from './invoice-shell.tsx'

type Props = {
  id: string
  bankDetails: string | null
  onClose: () => void
}

export const InvoiceDrawer = ({ id, bankDetails, onClose }: Props) => (
  <InvoiceShell id={id} onClose={onClose} describe={statusLine}>
    {(invoice) => <Sections invoice={invoice} bankDetails={bankDetails} />}
  </InvoiceShell>
)

const Sections = ({ invoice, bankDetails }: { invoice: InvoiceDetail; bankDetails: string | null }) => (
  <>
    <InvoiceFacts invoice={invoice} />
    <InvoiceLines invoice={invoice} />
    <InvoicePayments {...invoice} />
    <InvoiceCreditNotes {...invoice} />
    {isOutstanding(invoice) &&
      (bankDetails ? <HowToPay invoice={invoice} bankDetails={bankDetails} /> : <AskSales invoice={invoice} />)}
    <OwnPaymentProofs invoice={invoice} />
    {invoice.invoiceUrl && (
      <a href={invoice.invoiceUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
        <Download aria-hidden />
        Download PDF
      </a>
    )}
  </>
)

const AskSales = ({ invoice }: { invoice: Invoice }) => (
  <Link
    href={links.contactSupportAbout(`How do I pay invoice ${invoice.invoiceNumber}?`)}
    className={buttonClass({ variant: 'primary' }, 'justify-self-start')}
  >
    Ask sales how to pay
  </Link>
)

function statusLine(invoice: Invoice) {
  const { status, balance, creditedAmount, dueDate } = invoice
  if (isCreditedInFull(invoice)) return 'It was credited in full. Nothing to pay.'
  if (status === 'paid') return toCents(creditedAmount) > 0 ? 'Paid, except what was credited.' : 'Paid in full.'
  if (!isOutstanding(invoice)) return 'It was voided. Nothing to pay.'
  const day = formatLongDate(dueDate)
  return (
    <>
      <Rand amount={balance} /> {isPastDue(invoice, today()) ? 'was due on' : 'to pay by'} {day}.
    </>
  )
}
