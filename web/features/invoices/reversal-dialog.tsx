import { formatDate } from '#contract/dates.ts'
import { ReversalDraft, type InvoiceDetail, type Payment } from '#contract/payments.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextareaField } from '#web/ui/fields.tsx'
import { Form } from '#web/ui/form.tsx'
import { useReversePayment } from './payments-api.ts'
import { PERIOD_BACK } from './status-consequence.ts'

type Props = { invoice: InvoiceDetail; payment: Payment; onClose: () => void }

/** For money that bounced, or was recorded by mistake. */
export function ReversalDialog({ invoice, payment, onClose }: Props) {
  const { mutateAsync } = useReversePayment()
  const save = async (reversal: ReversalDraft) => {
    await mutateAsync({ params: { id: payment.id }, body: reversal })
    onClose()
  }
  return (
    <Dialog size="small" title="Take Back Payment" description={consequenceOf(invoice, payment)} onClose={onClose}>
      <Form
        schema={ReversalDraft}
        onSubmit={save}
        submit="Take Back"
        pending="Taking back…"
        submitLook="danger"
        cancel={onClose}
      >
        <TextareaField name="reason" label="Reason" rows={3} help="For example: the bank returned it." />
      </Form>
    </Dialog>
  )
}

const consequenceOf = ({ invoiceNumber, periodStart }: InvoiceDetail, { amount, receivedOn }: Payment) =>
  `The R${amount} of ${formatDate(receivedOn)} no longer count for ${invoiceNumber}.${periodStart ? PERIOD_BACK : ''}`
