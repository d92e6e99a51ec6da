import { isOutstanding, isPastDue, type Invoice } from '#contract/billing/invoices.ts'
import { formatDate } from '#contract/dates.ts'
import { OVERDUE_GRACE_DAYS, stopDayOf } from '#contract/licensing/devices.ts'
import { today } from './business-days.ts'

/** Follows a sentence about the overdue invoice. */
export function whenDevicesStop(oldestDue: string) {
  const stopDay = stopDayOf(oldestDue)
  const hasStopped = stopDay <= today()
  const sentence = hasStopped
    ? `Devices don’t run until no invoice is more than ${OVERDUE_GRACE_DAYS} days overdue.`
    : `If it isn’t paid, devices stop on ${formatDate(stopDay)}.`
  return { hasStopped, sentence }
}

export const INVOICE_OVERDUE = 'An invoice is overdue.'

/** By the oldest overdue invoice. Undefined without one. */
export function whenInvoicesStopDevices(invoices: Invoice[]) {
  const [oldestDue] = invoices
    .filter((invoice) => isOutstanding(invoice) && (invoice.status === 'overdue' || isPastDue(invoice, today())))
    .map(({ dueDate }) => dueDate)
    .toSorted()
  return oldestDue === undefined ? undefined : whenDevicesStop(oldestDue)
}
