import { useState } from 'react'
import * as z from 'zod/mini'
import { DEFAULT_PLAN, SubscriptionDraft, monthlyTotal } from '#contract/billing.ts'
import { formatRand } from '#contract/money.ts'
import type { Organization } from '#contract/organizations.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Form } from '#web/ui/form.tsx'
import { useCreateSubscription } from './api.ts'

type Props = { organization: Organization; onClose: () => void }

export function CreateSubscriptionDialog({ organization, onClose }: Props) {
  const create = useCreateSubscription(organization)
  const [pricePerLicense, setPrice] = useState('')
  const [licenseLimit, setLimit] = useState('')

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
      <Form
        schema={SubscriptionDraft}
        onSubmit={save}
        submit="Create Subscription"
        pending="Creating…"
        disabled={pricePerLicense === '' || licenseLimit === ''}
        cancel={onClose}
      >
        <TextField name="planName" label="Plan Name" defaultValue={DEFAULT_PLAN} />
        <TextField
          name="pricePerLicense"
          label="Price per License (ZAR)"
          type="number"
          min="0"
          step="0.01"
          onChange={(event) => setPrice(event.target.value)}
        />
        <TextField
          name="licenseLimit"
          label="Number of Licenses"
          type="number"
          min="1"
          step="1"
          onChange={(event) => setLimit(event.target.value)}
        />
        <MonthlyTotal draft={{ pricePerLicense, licenseLimit }} />
      </Form>
    </Dialog>
  )
}

function MonthlyTotal({ draft }: { draft: { pricePerLicense: string; licenseLimit: string } }) {
  const { data } = z.safeParse(SubscriptionDraft, draft)
  return (
    <p className="flex items-baseline justify-between rounded-md bg-sunken px-3 py-2.5">
      <span className="text-fg2">Monthly total</span>
      <output className="text-base font-semibold">{data ? formatRand(monthlyTotal(data)) : '—'}</output>
    </p>
  )
}
