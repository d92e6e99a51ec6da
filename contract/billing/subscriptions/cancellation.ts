import * as z from 'zod/mini'
import { isOutstanding, type Invoice } from '#contract/billing/invoices.ts'
import { toCents } from '#contract/money.ts'
import { optionalParagraph } from '#contract/text.ts'

export const CancellationReason = z.enum([
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'too_complex',
  'low_quality',
  'customer_service',
  'other',
])
export type CancellationReason = z.infer<typeof CancellationReason>

export const COMMENT_MAX = 1000

/** Optional answers of a customer who cancels. */
export const CancellationFeedback = z.object({
  cancellationReason: z.optional(CancellationReason),
  cancellationComment: optionalParagraph(COMMENT_MAX),
})
export type CancellationFeedback = z.infer<typeof CancellationFeedback>

export const CancellationForCustomer = z.extend(CancellationFeedback, {
  /** On screen: 409 if it does the opposite by now. */
  endsAtOnce: z.optional(z.boolean()),
})
export type CancellationForCustomer = z.infer<typeof CancellationForCustomer>

/** For staff only. */
export const Cancellation = z.object({
  cancellationReason: z.nullable(CancellationReason),
  cancellationComment: z.nullable(z.string()),
})
export type Cancellation = z.infer<typeof Cancellation>

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
