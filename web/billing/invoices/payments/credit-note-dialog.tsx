import { useState } from 'react'
import { CreditNoteDraft, type InvoiceDetail } from '#contract/billing/payments.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useCreditInvoice } from '../payments-api.ts'
import { AmountField, creditableCents, creditOutcome } from './amount-field.tsx'
import { useAskBeforeSaving, type AskedDraft } from './ask-before-saving.ts'

type Props = { invoice: InvoiceDetail; onClose: () => void }

export const CreditNoteDialog = ({ invoice, onClose }: Props) => (
  <Dialog
    size="small"
    title="Credit Note"
    description={`Credits all or part of ${invoice.invoiceNumber}. We email it to ${invoice.organizationName}.`}
    onClose={onClose}
  >
    <Fields invoice={invoice} onClose={onClose} />
  </Dialog>
)

function Fields({ invoice, onClose }: Props) {
  const { mutateAsync } = useCreditInvoice()
  const { asked, askFirst } = useAskBeforeSaving<CreditNoteDraft>()
  const [line, setLine] = useState('')
  const save = async (note: CreditNoteDraft, confirmed: Confirmation) => {
    if (toCents(note.amount) === creditableCents(invoice)) await askFirst(note)
    await mutateAsync({ params: { id: invoice.id }, body: note, confirmed })
    onClose()
  }
  return (
    <Form schema={CreditNoteDraft} onSubmit={save} submit="Issue Credit Note" pending="Issuing…" cancel={onClose}>
      <input type="hidden" name="owed" value={invoice.balance} />
      <input type="hidden" name="credited" value={invoice.creditedAmount} />
      <AmountField key={line} start={amountOf(invoice, line)} outcome={(typed) => creditOutcome(typed, invoice)} />
      <SelectField
        name="line"
        label="Fill in from (optional)"
        options={choicesOf(invoice)}
        value={line}
        onChange={({ target }) => setLine(target.value)}
      />
      <TextareaField name="reason" label="Reason" rows={3} help="Printed on the credit note." />
      {asked && <Everything {...asked} invoice={invoice} />}
    </Form>
  )
}

/** The choice 'everything that can still be credited'. */
const ALL = 'all'

/** The lines that can be credited, by index, and all of them. */
const choicesOf = (invoice: InvoiceDetail) => [
  { value: '', label: 'An amount you enter' },
  ...invoice.items
    .map(({ description, amount }, place) => ({ value: String(place), label: `${description}: R${amount}`, amount }))
    .filter(({ amount }) => !amount.startsWith('-') && toCents(amount) <= creditableCents(invoice)),
  { value: ALL, label: `Everything: R${toAmount(creditableCents(invoice))}` },
]

const amountOf = (invoice: InvoiceDetail, line: string) =>
  line === ALL ? toAmount(creditableCents(invoice)) : (invoice.items[Number(line || -1)]?.amount ?? '')

const Everything = ({
  draft: { amount },
  invoice,
  ...answers
}: AskedDraft<CreditNoteDraft> & Pick<Props, 'invoice'>) => (
  <ConfirmDialog
    title={`Credit all of ${invoice.invoiceNumber}?`}
    description={creditOutcome(amount, invoice) ?? ''}
    confirm={`Credit R${toAmount(toCents(amount))}`}
    {...answers}
  />
)
