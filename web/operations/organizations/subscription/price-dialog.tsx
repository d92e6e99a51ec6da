import { useDeferredValue, useState } from 'react'
import * as z from 'zod/mini'
import { monthlyTotal, SubscriptionDraft } from '#contract/billing/subscriptions/drafts.ts'
import { toAmount } from '#contract/money.ts'
import { countOf } from '#contract/quantities.ts'
import { usePricingPreview } from '#web/billing/invoices/admin-api.ts'
import { NextInvoicePreview } from '#web/billing/invoices/parts.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useSetPricing } from '../api.ts'
import type { DialogProps } from '../organization-action.ts'
import { MonthlyTotal, type TypedPrice } from './monthly-total.tsx'
import { PriceField, perLicense } from './price-field.tsx'

export function PriceDialog({ organization, onClose }: DialogProps) {
  const pricing = useSetPricing()
  const [pricePerLicense, setPrice] = useState(perLicense(organization))
  const licenseLimit = String(organization.numberOfLicenses)

  const save = async (draft: SubscriptionDraft, confirmed: Confirmation) => {
    const twelveMonthValue = toAmount(monthlyTotal(draft) * 12)
    await pricing.mutateAsync({
      params: { id: organization.id },
      body: { twelveMonthValue, seatsFrom: draft.licenseLimit, twelveMonthFrom: organization.twelveMonthValue },
      confirmed,
    })
    onClose()
  }

  return (
    <Dialog
      size="small"
      title="Edit Price"
      description={`What a license costs ${organization.name} a month, from its next invoice on.`}
      onClose={onClose}
    >
      <Form
        schema={SubscriptionDraft}
        onSubmit={save}
        submit="Save"
        pending="Saving…"
        disabled={pricePerLicense === ''}
        cancel={onClose}
      >
        <PriceField
          value={pricePerLicense}
          help={`For ${countOf(organization.numberOfLicenses, 'license')}.`}
          onType={setPrice}
        />
        <input type="hidden" name="licenseLimit" value={licenseLimit} />
        <MonthlyTotal typed={{ pricePerLicense, licenseLimit }} />
        <Preview id={organization.id} typed={{ pricePerLicense, licenseLimit }} />
      </Form>
    </Dialog>
  )
}

function Preview({ id, typed }: { id: string; typed: TypedPrice }) {
  const { data: draft } = z.safeParse(SubscriptionDraft, useDeferredValue(typed))
  return draft && <Previewed id={id} twelveMonthValue={toAmount(monthlyTotal(draft) * 12)} />
}

const Previewed = ({ id, twelveMonthValue }: { id: string; twelveMonthValue: string }) => (
  <NextInvoicePreview preview={usePricingPreview(id, twelveMonthValue)} />
)
