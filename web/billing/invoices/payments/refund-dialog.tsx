import { RefundDraft } from '#contract/billing/payments.ts'
import { toCents } from '#contract/money.ts'
import { today } from '#web/app/words/business-days.ts'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { AmountInput } from '#web/app/parts/amount-input.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useRefund } from '../payments-api.ts'

type Props = { organization: { id: string; name: string }; onClose: () => void }

export function RefundDialog({ organization, onClose }: Props) {
  const billing = useOrganizationBilling(organization.id)
  return (
    <Dialog
      size="small"
      title="Record Refund"
      description="Record money you returned by bank transfer."
      onClose={onClose}
    >
      <Loaded query={billing} failure={notLoaded('the credit')}>
        {({ credit }) => <RefundFields organization={organization} credit={credit} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function RefundFields({ organization, credit, onClose }: Props & { credit: string }) {
  const { mutateAsync } = useRefund(organization)
  const save = async (refund: RefundDraft, confirmed: Confirmation) => {
    await mutateAsync({ params: { id: organization.id }, body: refund, confirmed })
    onClose()
  }
  return (
    <Form schema={RefundDraft} onSubmit={save} submit="Record Refund" pending="Recording…" cancel={onClose}>
      {toCents(credit) >= 0 && <input type="hidden" name="credit" value={credit} />}
      <AmountInput
        name="amount"
        label="Amount (ZAR)"
        help={`Available credit: R${credit}`}
        ref={focusOnShow}
        defaultValue={credit}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="receivedOn" label="Paid out on" type="date" max={today()} defaultValue={today()} />
        <TextField name="reference" label="Bank reference" autoComplete="off" />
      </div>
    </Form>
  )
}
