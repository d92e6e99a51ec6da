import { eq } from 'drizzle-orm'
import { organizations } from '#contract/operations/organizations.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { db, signIn } from '#server/testing/testing.ts'

export const admin = await signIn({ role: 'admin' })

type OrganizationRef = { id: string }

export const change = ({ id }: OrganizationRef, changes: object, headers: Record<string, string> = {}) =>
  admin.call(organizations.change, { params: { id }, body: changes, headers })

export const price = ({ id }: OrganizationRef, twelveMonthValue: unknown) =>
  admin.call(organizations.setPricing, { params: { id }, body: { twelveMonthValue } })

export const REASON = 'Unpaid since June; the director knows'

export const suspend = ({ id }: OrganizationRef, wanted: unknown = true, reason: unknown = REASON) =>
  admin.call(organizations.suspend, { params: { id }, body: { suspend: wanted, reason } })

/** The audit log of the organization, oldest first. */
export const auditOf = (subjectId: string) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(auditLog.id)

/** Id → status of each of its licenses. */
export const statusesIn = async (organizationId: string) => {
  const rows = await db
    .select({ id: licenses.id, status: licenses.status })
    .from(licenses)
    .where(eq(licenses.organizationId, organizationId))
  return new Map(rows.map(({ id, status }) => [id, status]))
}
