import * as z from 'zod/mini'

export const BillingType = z.enum(['monthly', 'annual'])
export type BillingType = z.infer<typeof BillingType>

/** Days before the end of a period on which the invoice of the next one is issued. */
export const RENEWAL_NOTICE_DAYS: Record<BillingType, number> = { annual: 30, monthly: 7 }

/** Days to pay what bills no period to come: the first period, and seats that were added last. */
export const PAYMENT_TERM_DAYS = 14

/** Days to pay at least, when a renewal is issued late. */
export const LEAST_TERM_DAYS = 7

/** Days after the end of the due day: the subscription becomes unpaid, and later it ends. */
export const UNPAID_AFTER_DAYS = 14
export const ENDED_AFTER_DAYS = 60

/** Days after an invoice's due day (below 0: before) on which its customer is reminded. */
export const REMINDER_DAYS = [-7, 0, 7, 14, 30] as const
