import type { PaymentKind } from '#contract/billing/invoices.ts'
import { ReversalDraft, type InvoiceDetail, type Payment } from '#contract/billing/payments.ts'
import { formatDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useReversePayment } from '../payments-api.ts'

type Props = {
  invoice: InvoiceDetail
  payment: Payment
  reason?: string
  onClose: () => void
}

export function ReversalDialog({ invoice, payment, reason, onClose }: Props) {
  const { mutateAsync } = useReversePayment()
  const save = async (reversal: ReversalDraft, confirmed: Confirmation) => {
    await mutateAsync({ params: { id: payment.id }, body: reversal, confirmed })
    onClose()
  }
  return (
    <Dialog size="small" title="Reverse Payment" description={consequenceOf(invoice, payment)} onClose={onClose}>
      <Form
        schema={ReversalDraft}
        onSubmit={save}
        submit="Reverse Payment"
        pending="Reversing…"
        submitLook="danger"
        cancel={onClose}
      >
        <TextareaField
          name="reason"
          label="Reason"
          rows={3}
          defaultValue={reason}
          help={`For example: the bank returned it. We email it to ${invoice.organizationName}.`}
        />
      </Form>
    </Dialog>
  )
}

const consequenceOf = (invoice: InvoiceDetail, payment: Payment) =>
  [
    `The R${payment.amount} received on ${formatDate(payment.receivedOn)} no longer counts toward ${invoice.invoiceNumber}.`,
    ...(staysPaid(invoice, payment)
      ? [CREDIT_BOUNCES]
      : invoice.periodStart
        ? ['A subscription that it renewed returns to the period before.']
        : []),
  ].join(' ')

const CREDIT_BOUNCES =
  'Other invoices that its credit paid are outstanding again, and a subscription that they renewed returns to the period before.'

/** Credit that the invoice kept takes the place of the payment. */
const staysPaid = ({ payments }: InvoiceDetail, { amount }: Payment) =>
  toCents(amount) <= centsOf(payments, 'credit_kept') - centsOf(payments, 'credit_used')

const centsOf = (payments: Payment[], wanted: PaymentKind) =>
  payments.reduce((sum, { kind, amount }) => sum + (kind === wanted ? toCents(amount.replace('-', '')) : 0), 0)
