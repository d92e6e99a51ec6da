import { CalendarX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import * as z from 'zod/mini'
import type { Invoice } from '#contract/billing/invoices.ts'
import { endIfCanceled } from '#contract/billing/subscriptions/ending.ts'
import { whyNotChange, SUBSCRIPTION_ENDED, endsAtOnce, type Subscription } from '#contract/billing/subscriptions.ts'
import {
  DEFAULT_PLAN,
  monthlyTotal,
  SubscriptionDraft,
  type BilledChanges,
} from '#contract/billing/subscriptions/drafts.ts'
import { PAYMENT_TERM_DAYS } from '#contract/billing/terms.ts'
import { monthlyCents, toAmount, toCents } from '#contract/money.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { useChangedValues } from '#web/app/api/changed-values.ts'
import { formatLongDay, formatLongLastDay } from '#web/app/words/business-days.ts'
import { useSubscriptionPreview } from '#web/billing/invoices/admin-api.ts'
import { NextInvoicePreview } from '#web/billing/invoices/parts.tsx'
import { FeedbackFields, useFeedback } from '#web/billing/subscriptions/parts.tsx'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { CheckboxField } from '#web/ui/form/fields.tsx'
import {
  BILLING_FAILED,
  useChangeSubscription,
  useCancelSubscription,
  useResumeSubscription,
  useCreateSubscription,
} from '../api.ts'
import type { DialogProps } from '../organization-action.ts'
import { changedFeatures } from './features-field.tsx'
import { minimumOf } from './licenses-field.tsx'
import { perLicense } from './price-field.tsx'
import type { TypedTerms } from './subscription-fields.tsx'
import { SubscriptionForm } from './subscription-form.tsx'

export function CreateSubscriptionDialog({ organization, onClose }: DialogProps) {
  const create = useCreateSubscription(organization)
  const { billingType } = organization

  const save = async (draft: SubscriptionDraft, confirmed: Confirmation) => {
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

export function ChangeSubscriptionDialog({ organization, onClose }: DialogProps) {
  const billing = useOrganizationBilling(organization.id)
  return (
    <Dialog
      size="small"
      title="Change Subscription"
      description={`What ${organization.name} pays, and the licenses and features it can have, from now on.`}
      onClose={onClose}
    >
      <Loaded query={billing} failure={BILLING_FAILED}>
        {({ subscription }) =>
          subscription && !whyNotChange(subscription) ? (
            <Change organization={organization} subscription={subscription} onClose={onClose} />
          ) : (
            <Empty icon={CalendarX}>{(subscription && whyNotChange(subscription)) ?? SUBSCRIPTION_ENDED}</Empty>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Change({ organization, subscription, onClose }: DialogProps & { subscription: Subscription }) {
  const change = useChangeSubscription(organization)
  const { id, licenseLimit, licensesUsed, features } = subscription
  const [{ planName, billingType }] = useState({ ...subscription, ...organization })
  const changedTerms = useChangedValues({ planName, billingType })
  const start = {
    planName,
    features,
    pricePerLicense: perLicense(organization),
    licenseLimit: String(licenseLimit),
    billingType,
  }

  /** Leaves out what is as shown: a price that does not divide evenly is not rounded, and changes by other users are kept. */
  const changesOf = (draft: SubscriptionDraft) => {
    const terms = { planName: draft.planName, billingType: draft.billingType ?? billingType }
    const isPriced = draft.pricePerLicense !== start.pricePerLicense || draft.licenseLimit !== licenseLimit
    const money = isPriced ? { price: toAmount(monthlyTotal(draft)), licenseLimit: draft.licenseLimit } : {}
    return { ...changedTerms(terms), ...money }
  }
  const save = async (draft: SubscriptionDraft, confirmed: Confirmation) => {
    const changes = { ...changesOf(draft), ...changedFeatures(features, draft.features) }
    const priceFrom = toAmount(monthlyCents(toCents(organization.twelveMonthValue)))
    const body = { ...changes, seatsFrom: licenseLimit, priceFrom }
    if (Object.keys(changes).length > 0) await change.mutateAsync({ params: { id }, body, confirmed })
    onClose()
  }

  return (
    <SubscriptionForm
      start={start}
      help={`${minimumOf(licensesUsed)} Administrators are notified by email when the number changes.`}
      billingHelp="From the next invoice on."
      submit="Save"
      pending="Saving…"
      onSubmit={save}
      onClose={onClose}
      preview={(typed) => <Preview id={id} typed={{ planName, ...typed }} changesOf={changesOf} />}
    />
  )
}

type PreviewProps = {
  id: string
  typed: TypedTerms & { planName: string }
  changesOf: (draft: SubscriptionDraft) => BilledChanges
}

function Preview({ id, typed, changesOf }: PreviewProps) {
  const { data: draft } = z.safeParse(SubscriptionDraft, useDeferredValue(typed))
  return draft && <Previewed id={id} changes={{ planName: draft.planName, ...changesOf(draft) }} />
}

const Previewed = ({ id, changes }: { id: string; changes: BilledChanges }) => (
  <NextInvoicePreview preview={useSubscriptionPreview(id, changes)} />
)

/** Opens where the subscription is shown, so it is loaded. */
export function ResumeSubscriptionDialog({ organization, onClose }: DialogProps) {
  const { mutateAsync } = useResumeSubscription(organization)
  const { subscription } = useOrganizationBilling(organization.id).data ?? {}
  if (!subscription) return null
  const renewsOn = subscription.currentPeriodEnd && formatLongDay(subscription.currentPeriodEnd)
  return (
    <ConfirmDialog
      title={`Resume the subscription of “${organization.name}”?`}
      description={`It is renewed on ${renewsOn} as if it had not been canceled. A voided invoice is reissued with today’s price and seats. Changes that were planned for that day do not return. Its administrators are notified by email.`}
      confirm="Resume Subscription"
      pending="Resuming…"
      tone="primary"
      onConfirm={(confirmed) => mutateAsync({ params: { id: subscription.id }, confirmed })}
      onClose={onClose}
    />
  )
}

/** Opens where the subscription is shown, so it is loaded. */
export function CancelSubscriptionDialog({ organization, onClose }: DialogProps) {
  const { data } = useOrganizationBilling(organization.id)
  return (
    data?.subscription && (
      <Ask organization={organization} subscription={data.subscription} invoices={data.invoices} onClose={onClose} />
    )
  )
}

type Props = { organization: Organization; subscription: Subscription; invoices: Invoice[]; onClose: () => void }

function Ask({ organization, subscription, invoices, onClose }: Props) {
  const { mutateAsync } = useCancelSubscription(organization)
  const { feedback, fields, dropInAllTabs } = useFeedback(subscription.id)
  const isImmediate = endsAtOnce(subscription)
  return (
    <ConfirmDialog
      title={`Cancel the subscription of “${organization.name}”?`}
      description={`${consequenceOf(endIfCanceled(subscription, invoices), isImmediate)} Its administrators are notified by email.`}
      confirm="Cancel Subscription"
      pending="Canceling…"
      cancel="Keep Subscription"
      onConfirm={(confirmed) =>
        mutateAsync({
          params: { id: subscription.id },
          body: { endsAtOnce: isImmediate, ...feedback },
          confirmed,
        }).then(dropInAllTabs)
      }
      onClose={onClose}
    >
      <FeedbackFields question="Why is the customer canceling? (optional)" {...fields} />
    </ConfirmDialog>
  )
}

function consequenceOf(end: string | null, isImmediate: boolean) {
  if (isImmediate || !end)
    return 'It is overdue, so it ends at once: its licenses stop working, and pending changes are dropped.'
  return `Its last day is ${formatLongLastDay(end)}, and its licenses work until then. Pending changes are dropped, and an invoice for the next period is voided.`
}
