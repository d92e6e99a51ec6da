import { useState } from 'react'
import {
  addedPerMonth,
  LicenseRequestForm,
  whyNoMoreSeats,
  type LicenseRequestDraft,
} from '#contract/licensing/license-requests.ts'
import { toCents } from '#contract/money.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { useRead } from '#web/app/api/data.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useRequestLicenses } from './api.ts'

export function RequestLicensesDialog({ onClose }: { onClose: () => void }) {
  const request = useRequestLicenses()
  const [wanted, setWanted] = useState('1')
  const help = usePreview(wanted)

  const send = async (draft: LicenseRequestDraft, confirmed: Confirmed) => {
    await request.mutateAsync({ body: draft, confirmed })
    onClose()
  }

  return (
    <Dialog
      title="Request extra licenses"
      description="Our sales team reviews your request and replies by email."
      onClose={onClose}
    >
      <Form schema={LicenseRequestForm} onSubmit={send} submit="Submit Request" pending="Submitting…" cancel={onClose}>
        <TextField
          name="additionalLicenses"
          label="Additional licenses"
          type="text"
          inputMode="numeric"
          defaultValue="1"
          autoComplete="off"
          help={help}
          onChange={({ target }) => setWanted(target.value)}
        />
        <TextareaField
          name="businessJustification"
          label="Business justification"
          rows={4}
          help="What do you need them for? At least 10 characters."
        />
      </Form>
    </Dialog>
  )
}

/** '5 × R249.50 = R1247.50 more per month, once sales approves.' Nothing without a subscription that can grow. */
function usePreview(wanted: string) {
  const subscription = useRead(dashboard.read).data?.subscription
  const more = Number(wanted)
  if (!subscription || whyNoMoreSeats(subscription.status) || !Number.isInteger(more) || more < 1) return undefined
  if (toCents(subscription.price) === 0) return undefined
  const [one, all] = [addedPerMonth(subscription, 1), addedPerMonth(subscription, more)]
  const isProduct = more > 1 && toCents(one) * more === toCents(all)
  return `${isProduct ? `${more} × R${one} = ` : ''}R${all} more per month, once sales approves.`
}
