import type { UpcomingInvoice } from '#contract/billing.ts'
import type { Database } from '#server/database/database.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Does everything that is due now for one subscription, each step in a transaction of its own. */
export async function billSubscription(_platform: Platform, _id: string) {}

/** The job: asks for a job for each subscription that something is due for. */
export async function billDue(_platform: Platform) {}

/** The same here and now, one subscription after another. */
export async function billAllDue(_platform: Platform) {}

/** What the portal will issue next for an organization, as things stand. */
export async function previewRenewal(_db: Database, _organizationId: string): Promise<UpcomingInvoice | null> {
  return null
}
