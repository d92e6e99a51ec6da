import * as z from 'zod/mini'

export const BillingType = z.enum(['monthly', 'annual'])
export type BillingType = z.infer<typeof BillingType>

export const MAX_SEATS = 1_000_000

/** Days before the end of a period on which the next one is invoiced. */
export const RENEWAL_NOTICE_DAYS: Record<BillingType, number> = { annual: 30, monthly: 7 }

/** In days, for invoices that bill no future period: the first period, and added seats. */
export const PAYMENT_TERM_DAYS = 14

/** Minimum days to pay for a renewal that is issued late. */
export const LEAST_TERM_DAYS = 7

/** Days after the end of the due day until the subscription becomes unpaid and, later, ends. */
export const UNPAID_AFTER_DAYS = 14
export const ENDED_AFTER_DAYS = 60

/** Days after the due day; negative before it. */
export const REMINDER_DAYS = [-7, 0, 7, 14, 30] as const

/** 10^12 rand, in cents. */
const TOO_MUCH = 10 ** 14
export const TOTAL_TOO_LARGE = 'The total is too large.'
export const isTooMuch = (cents: number) => cents >= TOO_MUCH
