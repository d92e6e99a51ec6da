import { isOutstanding, type Invoice } from '#contract/billing/invoices.ts'
import { toCents } from '#contract/money.ts'

type Ending = { currentPeriodEnd: string | null }

/** Of an outstanding invoice: a cancellation voids it, because its period has not begun. */
export const isToCome = (
  { periodStart }: Pick<Invoice, 'periodStart'>,
  { currentPeriodEnd }: Ending,
  now = Date.now(),
) =>
  periodStart !== null &&
  (Date.parse(periodStart) > now ||
    (currentPeriodEnd !== null && Date.parse(periodStart) >= Date.parse(currentPeriodEnd)))

/** Returns when a subscription ends that is canceled now: a converted trial whose first period is unpaid ends where that would begin. */
export const endIfCanceled = (subscription: Ending, invoices: Invoice[], now = Date.now()) =>
  invoices
    .filter((invoice) => isOutstanding(invoice) && toCents(invoice.paidAmount) === 0)
    .filter((invoice) => isToCome(invoice, subscription, now))
    .reduce(
      (end, { periodStart }) => (periodStart !== null && end !== null && periodStart < end ? periodStart : end),
      subscription.currentPeriodEnd,
    )
