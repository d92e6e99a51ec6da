import { toAmount } from '#contract/money.ts'
import { CreditNoteDraft, type InvoiceDetail } from '#contract/payments.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextareaField } from '#web/ui/fields.tsx'
import { Form } from '#web/ui/form.tsx'
import { AmountField } from './amount-field.tsx'
import { creditableCents, creditOutcome } from './amount-outcome.ts'
import { useCreditInvoice } from './payments-api.ts'

type Props = { invoice: InvoiceDetail; onClose: () => void }

export function CreditNoteDialog({ invoice, onClose }: Props) {
  const { mutateAsync } = useCreditInvoice()
  const save = async (note: CreditNoteDraft) => {
    await mutateAsync({ params: { id: invoice.id }, body: note })
    onClose()
  }
  const most = toAmount(creditableCents(invoice))
  return (
    <Dialog
      size="small"
      title="Credit Note"
      description={`Takes back a part of ${invoice.invoiceNumber}, or all of it. The customer gets it by mail.`}
      onClose={onClose}
    >
      <Form schema={CreditNoteDraft} onSubmit={save} submit="Issue Credit Note" pending="Issuing…" cancel={onClose}>
        <AmountField start={most} max={most} outcome={(typed) => creditOutcome(typed, invoice)} />
        <TextareaField name="reason" label="Reason" rows={3} help="Stands on the credit note." />
      </Form>
    </Dialog>
  )
}
