import type { Role } from '#contract/roles.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { markOverdue } from '#server/billing/invoices/status/mark-overdue.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { billAllDue } from '#server/billing/renewal-run/run.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { startClock } from '#server/testing/clock.ts'
import { caller, db, newOrganization, newUser, platform, pool, testDatabaseUrl } from '#server/testing/testing.ts'

/** South Africa has no summer time. */
const ZONE_HOURS = 2
const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** The South African day of an instant. */
export const dayOf = (instant: string | number) =>
  new Date(new Date(instant).getTime() + ZONE_HOURS * HOUR).toISOString().slice(0, 10)

/** '2027-01-31', 3 → '2027-02-03' */
export const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** A vendor and customers whose days pass as quickly as they can be worked. Nothing in it is sent. */
export async function openBillingWorld(start: string) {
  const clock = await startClock(testDatabaseUrl, [pool])
  await clock.moveTo(start)
  const vendor = await newUser({ role: 'admin' })

  /** Signs in again each time: sessions end as days pass. */
  const signInAgain = async (userId: string) => {
    const token = await openSession(db, { userId, hours: 1, ip: null, userAgent: null })
    return caller({ cookie: `__Host-session=${token}` })
  }

  return {
    clock,
    today: async () => dayOf(await clock.now()),
    admin: () => signInAgain(vendor.id),
    newCustomer: async (name: string, licenses = 1) => {
      const organizationId = await newOrganization({ licenseLimit: null, name })
      const role: Role = 'org_admin'
      const owner = await newUser({ role, organizationId })
      await Promise.all(Array.from({ length: licenses }, () => makeLicense(db, { organizationId })))
      return { organizationId, email: owner.email, owner: () => signInAgain(owner.id) }
    },
    /** Runs the jobs of an hour in this process. */
    runJobs: async () => {
      await billAllDue(platform)
      await markOverdue(db)
      await remindAll(platform)
    },
  }
}
export type BillingWorld = Awaited<ReturnType<typeof openBillingWorld>>
export type Customer = Awaited<ReturnType<BillingWorld['newCustomer']>>
