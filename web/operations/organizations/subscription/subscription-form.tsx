import { useState, type ComponentProps, type ReactNode } from 'react'
import type { SubscriptionDraft } from '#contract/billing/subscriptions/drafts.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Form } from '#web/ui/form/form.tsx'
import { SubscriptionFields, TypedSubscription, type TypedTerms } from './subscription-fields.tsx'

type Props = Pick<ComponentProps<typeof SubscriptionFields>, 'start' | 'help' | 'billingHelp'> & {
  submit: string
  pending: string
  onSubmit: (draft: SubscriptionDraft, confirmed: Confirmation) => unknown
  onClose: () => void
  children?: ReactNode
  preview?: (typed: TypedTerms) => ReactNode
}

export function SubscriptionForm({ start, help, billingHelp, onSubmit, onClose, children, preview, ...words }: Props) {
  const [typed, setTyped] = useState<TypedTerms>(start)
  const [{ licenseLimit, pricePerLicense }, follow] = useState(start)
  // Someone else has changed them, so the number of licenses begins again with theirs, and the price unless another was typed.
  if (licenseLimit !== start.licenseLimit || pricePerLicense !== start.pricePerLicense) {
    follow(start)
    setTyped({
      ...typed,
      ...(licenseLimit !== start.licenseLimit && { licenseLimit: start.licenseLimit }),
      ...(pricePerLicense === typed.pricePerLicense && { pricePerLicense: start.pricePerLicense }),
    })
  }
  return (
    <Form
      schema={TypedSubscription}
      onSubmit={onSubmit}
      disabled={typed.pricePerLicense === '' || typed.licenseLimit === ''}
      cancel={onClose}
      {...words}
    >
      <SubscriptionFields start={start} typed={typed} onType={setTyped} help={help} billingHelp={billingHelp}>
        {children}
      </SubscriptionFields>
      {preview?.(typed)}
    </Form>
  )
}
