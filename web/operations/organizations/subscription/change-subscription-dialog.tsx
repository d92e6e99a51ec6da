import { CalendarX } from 'lucide-react'
import {
  CANCELED_CANNOT_CHANGE,
  canChangeSubscription,
  monthlyTotal,
  SUBSCRIPTION_ENDED,
  type Subscription,
  type SubscriptionDraft,
} from '#contract/billing/subscriptions.ts'
import { toAmount } from '#contract/money.ts'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { BILLING_FAILED, useChangeSubscription } from '../api.ts'
import type { DialogProps } from '../organization-action.ts'
import { perLicense } from './price-per-license.ts'
import { SubscriptionForm } from './subscription-form.tsx'

export function ChangeSubscriptionDialog({ organization, onClose }: DialogProps) {
  const billing = useOrganizationBilling(organization.id)
  return (
    <Dialog
      size="small"
      title="Change Subscription"
      description={`What ${organization.name} pays and how many licenses it can have, from now on.`}
      onClose={onClose}
    >
      <Loaded query={billing} failure={BILLING_FAILED}>
        {({ subscription }) =>
          subscription && canChangeSubscription(subscription) ? (
            <Change organization={organization} subscription={subscription} onClose={onClose} />
          ) : (
            <Empty icon={CalendarX}>{subscription ? CANCELED_CANNOT_CHANGE : SUBSCRIPTION_ENDED}</Empty>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Change({ organization, subscription, onClose }: DialogProps & { subscription: Subscription }) {
  const change = useChangeSubscription(organization)
  const { id, planName, licenseLimit, licensesUsed } = subscription
  const { billingType } = organization
  const start = { planName, pricePerLicense: perLicense(organization), licenseLimit: String(licenseLimit), billingType }

  /** A price that does not divide evenly is not rounded by what leaves it alone. */
  const save = async (draft: SubscriptionDraft, confirmed: Confirmed) => {
    const isPriced = draft.pricePerLicense !== start.pricePerLicense || draft.licenseLimit !== licenseLimit
    const money = isPriced ? { price: toAmount(monthlyTotal(draft)), licenseLimit: draft.licenseLimit } : {}
    const terms = draft.billingType === billingType ? {} : { billingType: draft.billingType }
    await change.mutateAsync({ params: { id }, body: { planName: draft.planName, ...money, ...terms }, confirmed })
    onClose()
  }

  return (
    <SubscriptionForm
      start={start}
      help={`${licensesUsed} in use. There cannot be fewer. Administrators are notified by email when the number changes.`}
      billingHelp="From the next invoice on."
      submit="Save"
      pending="Saving…"
      onSubmit={save}
      onClose={onClose}
    />
  )
}
