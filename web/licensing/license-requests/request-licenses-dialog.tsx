import { useState } from 'react'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import {
  addedPerMonth,
  LicenseRequestForm,
  mostFewer,
  ReductionForm,
  tooManyFewer,
  typedCount,
  whyNotAtPeriodEnd,
  whyNoMoreSeats,
  type LicenseRequestDraft,
  type ReductionDraft,
} from '#contract/licensing/license-requests.ts'
import { toCents } from '#contract/money.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { useRead } from '#web/app/api/data.ts'
import { formatDay } from '#web/app/words/business-days.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Choice } from '#web/ui/form/choice.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useRequestLicenses, useRequestReduction } from './api.ts'

type Props = { onClose: () => void }

/** Administrators with a plan may also ask for fewer. */
export function RequestLicensesDialog({ onClose }: Props) {
  const { data, isPending } = useRead(dashboard.read)
  const subscription = data?.subscription ?? undefined
  const mayReduce = useIsOrgAdmin() && (isPending || (subscription && !whyNotAtPeriodEnd(subscription)))
  const [isReduction, setReduction] = useState(false)
  const [reason, setReason] = useState('')
  const form = { onClose, reason, onReason: setReason }
  return (
    <Dialog
      title="Request License Change"
      description="Our sales team reviews your request and replies by email."
      onClose={onClose}
    >
      <div className="grid gap-4">
        {mayReduce && <Direction isReduction={isReduction} isPending={isPending} onChange={setReduction} />}
        {isReduction && subscription ? (
          <Reduction subscription={subscription} {...form} />
        ) : (
          <Addition subscription={subscription} isPending={isPending} {...form} />
        )}
      </div>
    </Dialog>
  )
}

type DirectionProps = { isReduction: boolean; isPending: boolean; onChange: (isReduction: boolean) => void }

const Direction = ({ isReduction, isPending, onChange }: DirectionProps) => (
  <fieldset disabled={isPending} className="grid gap-2 sm:grid-cols-2" onChange={() => onChange(!isReduction)}>
    <legend className="sr-only">More or fewer</legend>
    <Choice name="direction" value="more" label="More licenses" defaultChecked>
      From the day that sales adds them.
    </Choice>
    <Choice name="direction" value="fewer" label="Fewer licenses">
      From the next billing period.
    </Choice>
  </fieldset>
)

/** The reason stays when the other direction is chosen. */
type FormProps = Props & { reason: string; onReason: (reason: string) => void }

type AdditionProps = FormProps & { subscription: Subscription | undefined; isPending: boolean }

function Addition({ subscription, isPending, reason, onReason, onClose }: AdditionProps) {
  const request = useRequestLicenses()
  const [wanted, setWanted] = useState('1')

  const send = async (draft: LicenseRequestDraft, confirmed: Confirmation) => {
    await request.mutateAsync({ body: draft, confirmed })
    onClose()
  }

  return (
    <Form schema={LicenseRequestForm} onSubmit={send} submit="Submit Request" pending="Submitting…" cancel={onClose}>
      <TextField
        name="additionalLicenses"
        label="Additional licenses"
        help={subscription ? previewOfMore(subscription, typedCount(wanted)) : isPending && PLACE_OF_A_LINE}
        onChange={({ target }) => setWanted(target.value)}
        {...number}
      />
      <TextareaField
        name="businessJustification"
        label="Business justification"
        rows={4}
        value={reason}
        onChange={({ target }) => onReason(target.value)}
        help="What do you need them for? At least 10 characters."
      />
    </Form>
  )
}

function Reduction({ subscription, reason, onReason, onClose }: FormProps & { subscription: Subscription }) {
  const request = useRequestReduction()
  const [wanted, setWanted] = useState('1')

  const send = async (draft: ReductionDraft, confirmed: Confirmation) => {
    await request.mutateAsync({ body: draft, confirmed })
    onClose()
  }

  return (
    <Form schema={ReductionForm} onSubmit={send} submit="Submit Request" pending="Submitting…" cancel={onClose}>
      <TextField
        name="fewerLicenses"
        label="Licenses to give back"
        help={previewOfFewer(subscription, typedCount(wanted))}
        onChange={({ target }) => setWanted(target.value)}
        {...number}
      />
      <TextareaField
        name="businessJustification"
        label="Reason"
        rows={4}
        value={reason}
        onChange={({ target }) => onReason(target.value)}
        help="Why do you need fewer? At least 10 characters."
      />
    </Form>
  )
}

const PLACE_OF_A_LINE = '\u00a0'

const number = { type: 'text', inputMode: 'numeric', defaultValue: '1', autoComplete: 'off' } as const

/** '5 × R249.50 = R1247.50 more per month, once sales approves.' Nothing for a subscription that cannot grow. */
function previewOfMore(subscription: Subscription, more: number) {
  if (whyNoMoreSeats(subscription) || !isPriced(subscription, more)) return undefined
  return `${sumOf(subscription, more, 1)} more per month, once sales approves.`
}

function previewOfFewer(subscription: Subscription, fewer: number) {
  if (fewer > mostFewer(subscription)) return tooManyFewer(subscription)
  if (!isPriced(subscription, fewer)) return undefined
  const { currentPeriodEnd } = subscription
  const start = currentPeriodEnd ? ` from ${formatDay(currentPeriodEnd)}` : ''
  return `${sumOf(subscription, fewer, -1)} less per month${start}, once sales approves.`
}

const isPriced = ({ price }: Subscription, count: number) =>
  Number.isInteger(count) && count >= 1 && toCents(price) !== 0

/** The product is left out where rounding to cents would make it wrong. */
function sumOf(subscription: Subscription, count: number, sign: 1 | -1) {
  const [one, all] = [1, count].map((seats) => addedPerMonth(subscription, sign * seats).replace('-', ''))
  const isProduct = count > 1 && toCents(one!) * count === toCents(all!)
  return `${isProduct ? `${count} × R${one} = ` : ''}R${all}`
}
