import { useState } from 'react'
import { toAmount, toCents } from '#contract/money.ts'
import { PaymentDraft, type InvoiceDetail } from '#contract/payments.ts'
import { today } from '#web/app/today.ts'
import { useOrganizationBilling } from '#web/features/organizations/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { Form } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AmountField } from './amount-field.tsx'
import { paymentOutcome } from './amount-outcome.ts'
import { useRecordPayment } from './payments-api.ts'

type Props = { invoice: InvoiceDetail; onClose: () => void }

export function RecordPaymentDialog({ invoice, onClose }: Props) {
  const billing = useOrganizationBilling(invoice.organizationId)
  return (
    <Dialog
      size="small"
      title="Record Payment"
      description={`R${invoice.balance} is owed on ${invoice.invoiceNumber}.`}
      onClose={onClose}
    >
      <Loaded query={billing} failure="Failed to fetch billing data">
        {({ credit }) => <Fields invoice={invoice} credit={credit} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

type Method = 'eft' | 'credit'

function Fields({ invoice, credit, onClose }: Props & { credit: string }) {
  const { mutateAsync } = useRecordPayment()
  const [method, setMethod] = useState<Method>('eft')
  const save = async (payment: PaymentDraft) => {
    await mutateAsync({ params: { id: invoice.id }, body: payment })
    onClose()
  }
  return (
    <Form schema={PaymentDraft} onSubmit={save} submit="Record Payment" pending="Recording…" cancel={onClose}>
      <input type="hidden" name="owed" value={invoice.balance} />
      {toCents(credit) > 0 && <MethodField credit={credit} value={method} onChange={setMethod} />}
      <AmountField
        key={method}
        start={startOf(method, invoice, credit)}
        outcome={(typed) => paymentOutcome(typed, invoice)}
      />
      {method === 'eft' ? <Eft {...invoice} /> : <input type="hidden" name="receivedOn" value={today()} />}
    </Form>
  )
}

/** All that is owed, as far as the credit goes. */
const startOf = (method: Method, { balance }: InvoiceDetail, credit: string) =>
  method === 'credit' ? toAmount(Math.min(toCents(balance), toCents(credit))) : balance

type MethodProps = { credit: string; value: Method; onChange: (method: Method) => void }

const MethodField = ({ credit, value, onChange }: MethodProps) => (
  <SelectField
    name="method"
    label="Paid by"
    options={[
      { value: 'eft', label: 'EFT' },
      { value: 'credit', label: `Credit (R${credit})` },
    ]}
    value={value}
    onChange={({ target }) => onChange(target.value === 'credit' ? 'credit' : 'eft')}
  />
)

const Eft = ({ invoiceNumber }: Pick<InvoiceDetail, 'invoiceNumber'>) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField name="receivedOn" label="Received on" type="date" max={today()} defaultValue={today()} />
    <TextField
      name="reference"
      label="Reference"
      maxLength={60}
      autoComplete="off"
      placeholder={invoiceNumber}
      help="As the bank shows it."
    />
  </div>
)
