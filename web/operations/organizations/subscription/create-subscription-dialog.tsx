import { DEFAULT_PLAN, type SubscriptionDraft } from '#contract/billing/subscriptions.ts'
import { PAYMENT_TERM_DAYS } from '#contract/billing/terms.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CheckboxField } from '#web/ui/form/fields.tsx'
import { useCreateSubscription } from '../api.ts'
import type { DialogProps } from '../organization-action.ts'
import { SubscriptionForm } from './subscription-form.tsx'

export function CreateSubscriptionDialog({ organization, onClose }: DialogProps) {
  const create = useCreateSubscription(organization)
  const { billingType } = organization

  const save = async (draft: SubscriptionDraft, confirmed: Confirmed) => {
    await create.mutateAsync({ params: { id: organization.id }, body: draft, confirmed })
    onClose()
  }

  return (
    <Dialog
      size="small"
      title="Create Subscription"
      description={`${organization.name} can create licenses as soon as it is saved.`}
      onClose={onClose}
    >
      <SubscriptionForm
        start={{ planName: DEFAULT_PLAN, pricePerLicense: '', licenseLimit: '', billingType }}
        billingHelp="How long a period is, and what one invoice bills."
        submit="Create Subscription"
        pending="Creating…"
        onSubmit={save}
        onClose={onClose}
      >
        <CheckboxField
          name="isFirstPeriodBilled"
          label="Bill the first period now"
          help={`We email an invoice, due in ${PAYMENT_TERM_DAYS} days. Turn off if this period is already invoiced.`}
          defaultChecked
        />
      </SubscriptionForm>
    </Dialog>
  )
}
