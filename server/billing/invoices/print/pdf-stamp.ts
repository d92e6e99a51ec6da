import { formatDate } from '#contract/dates.ts'
import type { Stamp } from '#server/platform/pdf/stamp.ts'
import { isCreditedInFull, type Printed } from './printed-invoice.ts'

const stamps: Partial<Record<Printed['status'], Stamp>> = {
  paid: { text: 'PAID', color: 'green' },
  void: { text: 'VOID', color: 'red' },
  cancelled: { text: 'CANCELLED', color: 'red' },
  draft: { text: 'DRAFT', color: 'grey' },
}

/** An invoice that is to be paid bears no stamp, a paid one its day. */
export function stampOf(invoice: Printed): Stamp | undefined {
  if (isCreditedInFull(invoice)) return { text: 'CREDITED', color: 'red' }
  const { status, paidDay } = invoice
  const stamp = stamps[status]
  return stamp && paidDay ? { ...stamp, text: `${stamp.text} ${formatDate(paidDay)}` } : stamp
}
