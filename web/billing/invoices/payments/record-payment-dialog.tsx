import { useState } from 'react'
import type { Invoice } from '#contract/billing/invoices.ts'
import { canPay, isOverpayment, NOTHING_TO_PAY, overpaymentSentence, PaymentDraft } from '#contract/billing/payments.ts'
import { formatRand, toAmount, toCents } from '#contract/money.ts'
import { today } from '#web/app/words/business-days.ts'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { useRecordPayment } from '../payments-api.ts'
import { AmountField, paymentOutcome } from './amount-field.tsx'
import { useAskBeforeSaving, type AskedDraft } from './ask-before-saving.ts'

type Props = { invoice: Invoice; onClose: () => void }

export function RecordPaymentDialog({ invoice, onClose }: Props) {
  const billing = useOrganizationBilling(invoice.organizationId)
  return (
    <Dialog
      size="small"
      title="Record Payment"
      description={
        <>
          <Rand amount={invoice.balance} /> is outstanding on {invoice.invoiceNumber}.
        </>
      }
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
  const [chosen, setMethod] = useState<Method>()
  const method = chosen ?? 'eft'
  const { asked, askFirst } = useAskBeforeSaving<PaymentDraft>()
  const [amounts, setAmounts] = useState<Partial<Record<Method, string>>>({})
  const [eft, setEft] = useState<Transfer>({ receivedOn: today(), reference: '' })
  const save = async (typed: PaymentDraft, confirmed: Confirmation) => {
    const payment = method === 'credit' ? { ...typed, receivedOn: today() } : typed
    const confirmOverpayment = canPay(invoice) && isOverpayment(payment, invoice.balance)
    if (confirmOverpayment) await askFirst(payment)
    await mutateAsync({ params: { id: invoice.id }, body: { ...payment, confirmOverpayment }, confirmed })
    onClose()
  }
  return (
    <Form schema={PaymentDraft} onSubmit={save} submit="Record Payment" pending="Recording…" cancel={onClose}>
      {canPay(invoice) && <input type="hidden" name="owed" value={invoice.balance} />}
      {(toCents(credit) > 0 || chosen) && <MethodField credit={credit} value={method} onChange={setMethod} />}
      <AmountField
        key={method}
        takesFocus={chosen === undefined}
        start={amounts[method] ?? startOf(method, invoice, credit)}
        onType={(amount) => setAmounts({ ...amounts, [method]: amount })}
        outcome={(typed) => (canPay(invoice) ? paymentOutcome(typed, invoice) : NOTHING_TO_PAY)}
      />
      {asked && <Overpayment {...asked} invoice={invoice} />}
      {method === 'eft' ? (
        <Eft invoice={invoice} typed={eft} onType={(change) => setEft({ ...eft, ...change })} />
      ) : (
        <input type="hidden" name="receivedOn" value={today()} />
      )}
    </Form>
  )
}

function Overpayment({ draft, invoice, ...answers }: AskedDraft<PaymentDraft> & Pick<Props, 'invoice'>) {
  const amount = formatRand(toCents(draft.amount))
  return (
    <ConfirmDialog
      title={`Record ${amount}?`}
      description={overpaymentSentence(draft.amount, invoice.balance)}
      confirm={`Record ${amount}`}
      {...answers}
    />
  )
}

/** The balance, limited by the available credit. */
const startOf = (method: Method, { balance }: Invoice, credit: string) =>
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

type Transfer = { receivedOn: string; reference: string }
type EftProps = { invoice: Invoice; typed: Transfer; onType: (change: Partial<Transfer>) => void }

const Eft = ({ invoice: { invoiceNumber, organizationName }, typed, onType }: EftProps) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="receivedOn"
        label="Received on"
        type="date"
        max={today()}
        value={typed.receivedOn}
        onChange={({ target }) => onType({ receivedOn: target.value })}
      />
      <TextField
        name="reference"
        label="Bank reference"
        autoComplete="off"
        placeholder={invoiceNumber}
        value={typed.reference}
        onChange={({ target }) => onType({ reference: target.value })}
      />
    </div>
    <p className="text-[13px] text-fg2">We email {organizationName} a receipt.</p>
  </>
)
