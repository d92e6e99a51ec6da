import { useDeferredValue, useState } from 'react'
import * as z from 'zod/mini'
import { Amount, formatRand, monthlyCents, toAmount, toCents } from '#contract/money.ts'
import { Pricing, type Organization } from '#contract/operations/organizations.ts'
import { usePricingPreview } from '#web/billing/invoices/admin-api.ts'
import { NextInvoicePreview } from '#web/billing/invoices/parts.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Form } from '#web/ui/form/form.tsx'
import { AmountInput } from '#web/app/parts/amount-input.tsx'
import { useSetPricing } from './api.ts'

const yearCents = (price: string) => toCents(price) * 12

const Entered = z.object({
  price: Amount('Monthly price must be an amount such as 2495.00').check(
    z.refine(
      (price) => z.safeParse(Pricing, { twelveMonthValue: toAmount(yearCents(price)) }).success,
      'The price is too large',
    ),
  ),
})

type Props = { organization: Organization; onClose: () => void }

export function PricingDialog({ organization: { id, name, twelveMonthValue }, onClose }: Props) {
  const { mutateAsync } = useSetPricing()
  const [price, setPrice] = useState(priceNow(twelveMonthValue))

  const save = async (entered: { price: string }, confirmed: Confirmation) => {
    const body = { twelveMonthValue: toAmount(yearCents(entered.price)), twelveMonthFrom: twelveMonthValue }
    await mutateAsync({ params: { id }, body, confirmed })
    onClose()
  }

  return (
    <Dialog
      size="small"
      title="Set Monthly Pricing"
      description={`New price for ${name}, from now on.`}
      onClose={onClose}
    >
      <Form schema={Entered} onSubmit={save} submit="Save" pending="Saving…" disabled={price === ''} cancel={onClose}>
        <AmountInput
          name="price"
          label="Monthly Price (ZAR)"
          defaultValue={price}
          onType={setPrice}
          onKeyDown={({ key }) => key === 'Enter' && price === '' && showMissing()}
        />
        <TwelveMonths price={price} />
        <NextInvoice id={id} price={price} />
      </Form>
    </Dialog>
  )
}

function NextInvoice({ id, price }: { id: string; price: string }) {
  const { data } = z.safeParse(Entered, { price: useDeferredValue(price) })
  return data && <Preview id={id} twelveMonthValue={toAmount(yearCents(data.price))} />
}

const Preview = ({ id, twelveMonthValue }: { id: string; twelveMonthValue: string }) => (
  <NextInvoicePreview preview={usePricingPreview(id, twelveMonthValue)} />
)

/** Returns an empty field without a price, so that R0.00 is not saved by accident. */
function priceNow(twelveMonthValue: string) {
  const cents = monthlyCents(toCents(twelveMonthValue))
  return cents > 0 ? toAmount(cents) : ''
}

/** Enter does not reach a disabled submit button. */
const showMissing = () =>
  toast({ title: 'Missing Information', description: 'Please enter a monthly price', tone: 'destructive' })

function TwelveMonths({ price }: { price: string }) {
  const { data } = z.safeParse(Entered, { price })
  return (
    <p className="flex items-baseline justify-between rounded-md bg-sunken px-3 py-2.5">
      <span className="text-fg2">12-month value</span>
      <output className="text-base font-semibold">{data ? formatRand(yearCents(data.price)) : '—'}</output>
    </p>
  )
}
