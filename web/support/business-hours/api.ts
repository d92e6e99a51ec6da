import { businessHours, type BusinessHours } from '#contract/support/business-hours.ts'
import { supportDesk } from '#contract/support/support-desk.ts'
import { tickets } from '#contract/support/tickets.ts'
import { call } from '#web/app/api/call.ts'
import { useChangedValues } from '#web/app/api/changed-values.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'

export const ALSO_OPEN_TICKETS = 'Also applies to open tickets.'

export const useBusinessHours = () => useRead(businessHours.read)

/** Keeps what a colleague has changed since the form was opened. Changed hours change which tickets are late. */
export function useSetBusinessHours(opened: BusinessHours) {
  const changesIn = useChangedValues(opened)
  return useWrite(businessHours.set, {
    success: 'Business hours updated',
    failure: 'Failed to update business hours',
    refresh: [businessHours.read, supportDesk.report, tickets.list],
    rebase: async ({ body }) => {
      const newest = await call(businessHours.read, {})
      return { body: { ...newest, ...changesIn(body) } }
    },
  })
}
