import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { SubscriptionDraft } from '#contract/billing/subscriptions/drafts.ts'
import { BillingType } from '#contract/billing/terms.ts'
import { billingTypes } from '#web/billing/subscriptions/subscription-words.ts'
import { SelectField } from '#web/ui/form/fields.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FeaturesField, featuresIn } from './features-field.tsx'
import { LicensesField } from './licenses-field.tsx'
import { MonthlyTotal, type TypedPrice } from './monthly-total.tsx'
import { PriceField } from './price-field.tsx'

export type TypedTerms = TypedPrice & { billingType?: BillingType | undefined }

type Props = {
  start: TypedPrice & { planName: string; features?: readonly string[]; billingType: BillingType }
  typed: TypedTerms
  onType: (typed: TypedTerms) => void
  help?: string | undefined
  /** Defaults to that of a new subscription. */
  billingHelp?: string | undefined
  children?: ReactNode
}

type Draft = z.input<typeof SubscriptionDraft>

/** Features are typed as one text. */
export const TypedSubscription = z.pipe(
  z.transform((typed: Omit<Draft, 'features'> & { features: string }): Draft => ({
    ...typed,
    features: featuresIn(typed.features),
  })),
  SubscriptionDraft,
)

const NEW_TERMS = 'How long a period is, and what one invoice bills.'

/** The fields of a SubscriptionDraft, with the price they make. */
export const SubscriptionFields = ({ start, typed, onType, help, billingHelp = NEW_TERMS, children }: Props) => (
  <>
    <TextField name="planName" label="Plan Name" defaultValue={start.planName} />
    <PriceField value={typed.pricePerLicense} onType={(pricePerLicense) => onType({ ...typed, pricePerLicense })} />
    <LicensesField
      help={help}
      value={typed.licenseLimit}
      onChange={(event) => onType({ ...typed, licenseLimit: event.target.value })}
    />
    <SelectField
      name="billingType"
      label="Billed"
      options={billingTypes}
      help={billingHelp}
      defaultValue={start.billingType}
      onChange={(event) => onType({ ...typed, billingType: z.parse(BillingType, event.target.value) })}
    />
    <FeaturesField start={start.features ?? []} />
    {children}
    <MonthlyTotal typed={typed} />
  </>
)
