import { useDeferredValue } from 'react'
import * as z from 'zod/mini'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import type { SubscriptionDraft } from '#contract/billing/subscriptions/drafts.ts'
import { BilledConversion } from '#contract/billing/trials.ts'
import { formatLongDay, lastDayOf } from '#web/app/words/business-days.ts'
import { NextInvoicePreview } from '#web/billing/invoices/parts.tsx'
import { useConversionPreview } from '#web/billing/trials/api.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import type { DialogProps } from '../organization-action.ts'
import { minimumOf } from '../subscription/licenses-field.tsx'
import type { TypedTerms } from '../subscription/subscription-fields.tsx'
import { SubscriptionForm } from '../subscription/subscription-form.tsx'
import { useConvertTrial } from './api.ts'

export function ConversionForm({ organization, trial, onClose }: DialogProps & { trial: Subscription }) {
  const convert = useConvertTrial(organization)
  const { id, planName, features, licenseLimit, licensesUsed, currentPeriodEnd } = trial
  const { billingType } = organization

  const save = async ({ isFirstPeriodBilled: _billed, ...terms }: SubscriptionDraft, confirmed: Confirmation) => {
    const endsOnFrom = currentPeriodEnd ? lastDayOf(currentPeriodEnd) : undefined
    const body = { ...terms, seatsFrom: licenseLimit, featuresFrom: features, endsOnFrom }
    await convert.mutateAsync({ params: { id }, body, confirmed })
    onClose()
  }

  return (
    <SubscriptionForm
      start={{ planName, features, pricePerLicense: '', licenseLimit: String(licenseLimit), billingType }}
      help={minimumOf(licensesUsed)}
      submit="Convert Trial"
      pending="Converting…"
      onSubmit={save}
      onClose={onClose}
      preview={(typed) => <Preview id={id} typed={typed} />}
    >
      {currentPeriodEnd && (
        <p>
          The first period begins on <strong className="font-semibold">{formatLongDay(currentPeriodEnd)}</strong>, the
          day after the trial.
        </p>
      )}
    </SubscriptionForm>
  )
}

function Preview({ id, typed }: { id: string; typed: TypedTerms }) {
  const { data: terms } = z.safeParse(BilledConversion, useDeferredValue(typed))
  return terms && <Previewed id={id} terms={terms} />
}

const Previewed = ({ id, terms }: { id: string; terms: BilledConversion }) => (
  <NextInvoicePreview preview={useConversionPreview(id, terms)} />
)
