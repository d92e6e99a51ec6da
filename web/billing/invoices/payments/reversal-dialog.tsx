import { ReversalDraft, type InvoiceDetail, type Payment } from '#contract/billing/payments.ts'
import { formatDate } from '#contract/dates.ts'
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

const consequenceOf = ({ invoiceNumber, periodStart }: InvoiceDetail, { amount, receivedOn }: Payment) =>
  [
    `The R${amount} received on ${formatDate(receivedOn)} no longer counts toward ${invoiceNumber}.`,
    ...(periodStart ? ['A subscription that it renewed returns to the period before.'] : []),
  ].join(' ')
