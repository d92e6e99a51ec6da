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
