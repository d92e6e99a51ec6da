import { CalendarX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { SUBSCRIPTION_ENDED, type Subscription } from '#contract/billing/subscriptions.ts'
import { NOT_A_TRIAL, type TrialDraft } from '#contract/billing/trials.ts'
import { changedValues } from '#web/app/api/changed-values.ts'
import { lastDayOf } from '#web/app/words/business-days.ts'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { BILLING_FAILED } from '../api.ts'
import type { DialogProps } from '../organization-action.ts'
import { changedFeatures } from '../subscription/features-field.tsx'
import { minimumOf } from '../subscription/licenses-field.tsx'
import { useChangeTrial, useStartTrial } from './api.ts'
import { ConversionForm } from './conversion-form.tsx'
import { newTrial } from './trial-draft.ts'
import { TrialForm } from './trial-form.tsx'

export function StartTrialDialog({ organization, onClose }: DialogProps) {
  const start = useStartTrial(organization)

  const save = async (draft: TrialDraft, confirmed: Confirmation) => {
    await start.mutateAsync({ params: { id: organization.id }, body: draft, confirmed })
    onClose()
  }

  return (
    <Dialog
      size="small"
      title="Start Trial"
      description={`${organization.name} can use the application free of charge until the last day. Nothing is billed. Its administrators get an email.`}
      onClose={onClose}
    >
      <TrialForm start={newTrial()} submit="Start Trial" pending="Starting…" onSubmit={save} onClose={onClose} />
    </Dialog>
  )
}

export const ChangeTrialDialog = (props: DialogProps) => (
  <DialogOfTrial
    {...props}
    title="Change Trial"
    description="Changes apply immediately. Administrators get an email when the last day or the number of licenses changes."
  >
    {(trial) => <Change {...props} trial={trial} />}
  </DialogOfTrial>
)

export const ConvertTrialDialog = (props: DialogProps) => (
  <DialogOfTrial
    {...props}
    title="Convert Trial"
    description={`The trial of ${props.organization.name} becomes a paid subscription when it ends.`}
  >
    {(trial) => <ConversionForm {...props} trial={trial} />}
  </DialogOfTrial>
)

type TrialDialogProps = DialogProps & {
  title: string
  description: string
  children: (trial: Subscription) => ReactNode
}

const DialogOfTrial = ({ organization, children, ...dialog }: TrialDialogProps) => (
  <Dialog size="small" {...dialog}>
    <Loaded query={useOrganizationBilling(organization.id)} failure={BILLING_FAILED}>
      {({ subscription }) => <OpenedTrial subscription={subscription}>{children}</OpenedTrial>}
    </Loaded>
  </Dialog>
)

type OpenedProps = Pick<TrialDialogProps, 'children'> & { subscription: Subscription | null }

/** Stays until the dialog closes, even when the trial has been converted. */
function OpenedTrial({ subscription, children }: OpenedProps) {
  const [wasTrial] = useState(subscription?.isTrial)
  if (subscription && wasTrial) return children(subscription)
  return <Empty icon={CalendarX}>{subscription ? NOT_A_TRIAL : SUBSCRIPTION_ENDED}</Empty>
}

function Change({ organization, trial, onClose }: DialogProps & { trial: Subscription }) {
  const change = useChangeTrial(organization)
  const { id, features, licensesUsed, licenseLimit, currentPeriodEnd } = trial
  const [opened] = useState({ licenseLimit, endsOn: currentPeriodEnd ? lastDayOf(currentPeriodEnd) : '' })

  const save = async (draft: TrialDraft, confirmed: Confirmation) => {
    const terms = changedValues(opened, { licenseLimit: draft.licenseLimit, endsOn: draft.endsOn })
    const changes = { ...terms, ...changedFeatures(features, draft.features) }
    const body = { ...changes, seatsFrom: licenseLimit }
    if (Object.keys(changes).length > 0) await change.mutateAsync({ params: { id }, body, confirmed })
    onClose()
  }

  return (
    <TrialForm
      start={{ ...opened, features }}
      shownDay={opened.endsOn}
      help={minimumOf(licensesUsed)}
      submit="Save"
      pending="Saving…"
      onSubmit={save}
      onClose={onClose}
    />
  )
}
