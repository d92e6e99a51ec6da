import { useState, type ReactNode } from 'react'
import { SubscriptionDraft } from '#contract/billing/subscriptions.ts'
import type { BillingType } from '#contract/billing/terms.ts'
import { billingTypes } from '#web/billing/subscriptions/subscription-words.ts'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { MonthlyTotal, type TypedPrice } from './monthly-total.tsx'
import { PriceField } from './price-field.tsx'

type Props = {
  start: TypedPrice & { planName: string; billingType: BillingType }
  help?: string
  billingHelp: string
  submit: string
  pending: string
  onSubmit: (draft: SubscriptionDraft, confirmed: Confirmed) => unknown
  onClose: () => void
  children?: ReactNode
}

export function SubscriptionForm({ start, help, billingHelp, onSubmit, onClose, children, ...words }: Props) {
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
      <SelectField
        name="billingType"
        label="Billed"
        options={billingTypes}
        help={billingHelp}
        defaultValue={start.billingType}
      />
      {children}
      <MonthlyTotal typed={{ pricePerLicense, licenseLimit }} />
    </Form>
  )
}
