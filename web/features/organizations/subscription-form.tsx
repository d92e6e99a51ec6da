import { useState } from 'react'
import { SubscriptionDraft } from '#contract/billing.ts'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { MonthlyTotal, type TypedPrice } from './monthly-total.tsx'
import { PriceField } from './price-field.tsx'

type Props = {
  /** What the fields begin with. */
  start: TypedPrice & { planName: string }
  /** Below the number of licenses. */
  help?: string
  submit: string
  pending: string
  onSubmit: (draft: SubscriptionDraft) => unknown
  onClose: () => void
}

/** What a subscription is made of, whether it is new or changed. */
export function SubscriptionForm({ start, help, onSubmit, onClose, ...words }: Props) {
  const [pricePerLicense, setPrice] = useState(start.pricePerLicense)
  const [licenseLimit, setLimit] = useState(start.licenseLimit)
  return (
    <Form
      schema={SubscriptionDraft}
      onSubmit={onSubmit}
      disabled={pricePerLicense === '' || licenseLimit === ''}
      cancel={onClose}
      {...words}
    >
      <TextField name="planName" label="Plan Name" defaultValue={start.planName} />
      <PriceField defaultValue={start.pricePerLicense} onType={setPrice} />
      <TextField
        name="licenseLimit"
        label="Number of Licenses"
        type="number"
        min="1"
        step="1"
        help={help}
        defaultValue={start.licenseLimit}
        onChange={(event) => setLimit(event.target.value)}
      />
      <MonthlyTotal typed={{ pricePerLicense, licenseLimit }} />
    </Form>
  )
}
