import { DEFAULT_PLAN, type SubscriptionDraft } from '#contract/billing.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useCreateSubscription } from './api.ts'
import type { DialogProps } from './organization-dialog.tsx'
import { SubscriptionForm } from './subscription-form.tsx'

const start = { planName: DEFAULT_PLAN, pricePerLicense: '', licenseLimit: '' }

export function CreateSubscriptionDialog({ organization, onClose }: DialogProps) {
  const create = useCreateSubscription(organization)

  const save = async (draft: SubscriptionDraft) => {
    await create.mutateAsync({ params: { id: organization.id }, body: draft })
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
        start={start}
        submit="Create Subscription"
        pending="Creating…"
        onSubmit={save}
        onClose={onClose}
      />
    </Dialog>
  )
}
