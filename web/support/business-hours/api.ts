import { businessHours } from '#contract/support/business-hours.ts'
import { supportDesk } from '#contract/support/support-desk.ts'
import { tickets } from '#contract/support/tickets.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'

export const useBusinessHours = () => useRead(businessHours.read)

/** Changed hours change which tickets are late. */
export const useSetBusinessHours = () =>
  useWrite(businessHours.set, {
    success: 'Business hours updated',
    failure: 'Failed to update business hours',
    refresh: [businessHours.read, supportDesk.report, tickets.list],
  })
