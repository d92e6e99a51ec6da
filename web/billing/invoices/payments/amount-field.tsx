import { useState } from 'react'
import * as z from 'zod/mini'
import type { Invoice } from '#contract/billing/invoices.ts'
import { Amount, formatRand, toCents } from '#contract/money.ts'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { AmountInput } from '#web/app/parts/amount-input.tsx'

type Props = {
  start: string
  /** For a field that appears after its dialog has opened, so that Enter submits it. */
  takesFocus?: boolean
  onType?: (typed: string) => void
  outcome: (typed: string) => string | null
}

/** An amount field that shows the outcome while you type. */
export function AmountField({ start, takesFocus, onType, outcome }: Props) {
  const [typed, setTyped] = useState(start)
  return (
    <AmountInput
      name="amount"
      label="Amount (ZAR)"
      help={<output>{outcome(typed) ?? 'More than 0.'}</output>}
      ref={takesFocus ? focusOnShow : undefined}
      defaultValue={start}
      onType={(amount) => {
        setTyped(amount)
        onType?.(amount)
      }}
    />
  )
}

/** Describes how a payment changes the balance. */
export function paymentOutcome(typed: string, { balance }: Pick<Invoice, 'balance'>) {
  const cents = centsOf(typed)
  if (cents === 0) return null
  const over = cents - toCents(balance)
  if (over > 0) return `${formatRand(over)} more than is outstanding: becomes credit for the next invoice.`
  return over < 0 ? `${formatRand(-over)} stays outstanding.` : 'Pays the balance in full.'
}

type Creditable = Pick<Invoice, 'amount' | 'paidAmount' | 'creditedAmount' | 'balance'>

/** In cents. */
export const creditableCents = ({ amount, creditedAmount }: Creditable) => toCents(amount) - toCents(creditedAmount)

/** Describes how a credit note changes the balance. */
export function creditOutcome(typed: string, invoice: Creditable) {
  const [cents, most] = [centsOf(typed), creditableCents(invoice)]
  if (cents === 0) return null
  if (cents > most) return `At most ${formatRand(most)} can be credited.`
  const over = cents - toCents(invoice.balance)
  if (over > 0) return `Balance after: R0.00. ${formatRand(over)} of what was paid becomes credit for the next invoice.`
  if (over < 0) return `Balance after: ${formatRand(-over)}.`
  return toCents(invoice.paidAmount) > 0
    ? 'Balance after: R0.00. The invoice counts as paid.'
    : 'Balance after: R0.00. The invoice becomes void.'
}

/** Returns 0 for text that is not an amount. */
function centsOf(typed: string) {
  const { data } = z.safeParse(Amount('not yet'), typed)
  return data === undefined ? 0 : toCents(data)
}
