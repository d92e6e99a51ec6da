import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { canCredit, canPay, canReverse, type InvoiceDetail, type Payment } from '#contract/billing/payments.ts'
import { canRemind } from '#contract/billing/reminders.ts'
import { toCents } from '#contract/money.ts'
import { links } from '#web/app/links.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { PaymentProofs } from '#web/billing/payment-proofs/parts.tsx'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { InvoiceReminders } from '../reminders/invoice-reminders.tsx'
import { IssueDraft } from '../status/issue-draft.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoiceCreditNotes, InvoicePayments } from './invoice-money.tsx'
import { InvoiceShell } from './invoice-shell.tsx'

const RecordPaymentDialog = onDemand(
  async () => (await import('../payments/record-payment-dialog.tsx')).RecordPaymentDialog,
)
const CreditNoteDialog = onDemand(async () => (await import('../payments/credit-note-dialog.tsx')).CreditNoteDialog)
const RefundDialog = onDemand(async () => (await import('../payments/refund-dialog.tsx')).RefundDialog)
const ReversalDialog = onDemand(async () => (await import('../payments/reversal-dialog.tsx')).ReversalDialog)

export const AdminInvoiceDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <InvoiceShell id={id} onClose={onClose} describe={(invoice) => <OrganizationLink {...invoice} />}>
    {(invoice) => <Sections invoice={invoice} />}
  </InvoiceShell>
)

const OrganizationLink = ({ organizationId, organizationName }: InvoiceDetail) => (
  <Link href={links.customer(organizationId)} className={buttonClass({ variant: 'link', size: 'inline' })}>
    <span className="truncate">{organizationName}</span>
  </Link>
)

type OpenDialog = 'payment' | 'credit' | 'refund' | Payment

function Sections({ invoice }: { invoice: InvoiceDetail }) {
  const [opened, open] = useState<OpenDialog | null>(null)
  return (
    <>
      <InvoiceFacts invoice={invoice} />
      <Actions invoice={invoice} onOpen={open} />
      {canRemind(invoice) && <InvoiceReminders invoice={invoice} />}
      <PaymentProofs invoice={invoice} />
      <InvoiceLines invoice={invoice} />
      <InvoicePayments {...invoice} action={(payment) => <Reverse payment={payment} onOpen={open} />} />
      <InvoiceCreditNotes {...invoice} />
      <InvoiceHistory id={invoice.id} />
      {opened ? (
        <ActionDialog invoice={invoice} opened={opened} onClose={() => open(null)} />
      ) : (
        <UndoDialog invoice={invoice} />
      )}
    </>
  )
}

type OpenProps = { onOpen: (opened: OpenDialog) => void }

const Actions = ({ invoice, onOpen }: OpenProps & { invoice: InvoiceDetail }) => (
  <div className="flex flex-wrap gap-2">
    {invoice.status === 'draft' && <IssueDraft invoice={invoice} />}
    {canPay(invoice) && (
      <Button variant="primary" {...intent(RecordPaymentDialog)} onClick={() => onOpen('payment')}>
        Record Payment
      </Button>
    )}
    {canCredit(invoice) && (
      <Button {...intent(CreditNoteDialog)} onClick={() => onOpen('credit')}>
        Credit Note
      </Button>
    )}
    <RefundButton invoice={invoice} onOpen={onOpen} />
    {invoice.invoiceUrl && (
      <a href={invoice.invoiceUrl} target="_blank" rel="noreferrer" aria-label="Download PDF" className={buttonClass()}>
        <Download aria-hidden />
        PDF
      </a>
    )}
  </div>
)

/** The credit belongs to the organization, so it can come from another invoice. */
function RefundButton({ invoice, onOpen }: OpenProps & { invoice: InvoiceDetail }) {
  const { data } = useOrganizationBilling(invoice.organizationId)
  const hasEntries = invoice.payments.length > 0 || invoice.creditNotes.length > 0
  if (!hasEntries || !data || toCents(data.credit) <= 0) return null
  return (
    <Button {...intent(RefundDialog)} onClick={() => onOpen('refund')}>
      Refund Credit
    </Button>
  )
}

const Reverse = ({ payment, onOpen }: OpenProps & { payment: Payment }) =>
  canReverse(payment) && (
    <Button
      variant="link"
      size="inline"
      className="text-[13px] max-sm:min-h-10"
      aria-label={`Reverse payment of R${payment.amount}`}
      {...intent(ReversalDialog)}
      onClick={() => onOpen(payment)}
    >
      Reverse payment
    </Button>
  )

type DialogProps = { invoice: InvoiceDetail; opened: OpenDialog; onClose: () => void }

function ActionDialog({ opened, ...props }: DialogProps) {
  if (opened === 'payment') return <RecordPaymentDialog {...props} />
  if (opened === 'credit') return <CreditNoteDialog {...props} />
  if (opened === 'refund') return <RefundDialog organization={ownerOf(props.invoice)} onClose={props.onClose} />
  return <ReversalDialog {...props} payment={opened} />
}

const ownerOf = ({ organizationId: id, organizationName: name }: InvoiceDetail) => ({ id, name })

/** ?reverse= is the id of the payment to reverse. */
function UndoDialog({ invoice }: { invoice: InvoiceDetail }) {
  const [id] = useUrlState('reverse')
  const payment = invoice.payments.find((entry) => entry.id === id && canReverse(entry))
  const close = () => setUrl({ reverse: null })
  return payment && <ReversalDialog invoice={invoice} payment={payment} reason="Recorded by mistake." onClose={close} />
}
