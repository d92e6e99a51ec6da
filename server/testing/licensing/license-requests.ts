import { eq } from 'drizzle-orm'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

export const admin = await signIn({ role: 'admin' })

export const justification = 'The new depot opens in March.'

export const requestBy = (changes: object = {}) => ({
  additionalLicenses: 5,
  businessJustification: justification,
  ...changes,
})

export const ask = (person: Person, changes: object = {}) =>
  person.call(licenseRequests.create, { body: requestBy(changes) })

export const approve = (request: object, effective: unknown = 'now', basedOn?: object) =>
  admin.call(licenseRequests.approve, { params: request, body: { effective, basedOn } })

export const decline = (request: object, reason: unknown = 'Please settle the open invoices first.') =>
  admin.call(licenseRequests.decline, { params: request, body: { reason } })

/** The current seats and price, and the change. */
export async function termsOf(organizationId: string) {
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.organizationId, organizationId))
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  const changes = await db.select().from(adjustments).where(eq(adjustments.organizationId, organizationId))
  return {
    subscription,
    licenseLimit: subscription?.licenseLimit,
    twelveMonthCents: organization?.twelveMonthCents,
    adjustments: changes.map(({ deltaQuantity, status }) => ({ deltaQuantity, status })),
    changes,
  }
}

export const mailsTo = ({ user }: Person) => db.select().from(emails).where(eq(emails.to, user.email))
