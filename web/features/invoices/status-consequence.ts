import { isCounted, isOwed, type Invoice, type InvoiceStatus } from '#contract/invoices.ts'
import { toCents } from '#contract/money.ts'

type Moved = Pick<Invoice, 'status' | 'paidAmount' | 'periodStart'>

/** What a new status does beyond its word, as somebody is asked before. Null where it does nothing else. */
export function consequenceOf({ status, paidAmount, periodStart }: Moved, next: InvoiceStatus) {
  const isTakenBack = isCounted({ status }) && !isCounted({ status: next })
  const isOwedAgain = status === 'paid' && isOwed({ status: next })
  const hasPeriod = periodStart !== null
  const taken = `The R${paidAmount} paid of it is taken back`
  if (isOwedAgain) return `${taken}, and it is owed again.${hasPeriod ? PERIOD_BACK : ''}`
  if (!isTakenBack || (toCents(paidAmount) === 0 && !hasPeriod)) return null
  return `${toCents(paidAmount) > 0 ? `${taken}, and nothing` : 'Nothing'} is owed on it any longer.${hasPeriod ? BILLED_ANEW : ''}`
}

export const PERIOD_BACK = ' A subscription that it renewed goes back to the period before.'
const BILLED_ANEW = ' A period that it renews is billed anew, with the price and the seats of then.'
