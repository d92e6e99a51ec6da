import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { storedNamesOf } from '#server/database/former-actions.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'

/** An address that was only asked for may be someone else's. */
const ASKED = ['user.email-change-requested', 'user.email-change-withdrawn'] as const

/** The addresses the user has had, as they were stored, without those that belong to another user or are an organization's now. */
export function findAddresses(tx: Database, userId: string) {
  const entries = and(
    eq(auditLog.subjectId, userId),
    eq(auditLog.subjectKind, 'user'),
    notInArray(sql`${auditLog.action}`, ASKED.flatMap(storedNamesOf)),
    sql`jsonb_typeof(${auditLog.changes}->'email') = 'array'`,
  )
  const known = tx
    .select({ address: sql<string>`${users.email}`.as('address') })
    .from(users)
    .where(eq(users.id, userId))
    .union(
      tx
        .select({ address: sql<string>`jsonb_array_elements_text(${auditLog.changes}->'email')`.as('address') })
        .from(auditLog)
        .where(entries),
    )
    .as('known')
  const isOthers = sql`exists (select from ${users} where lower(${users.email}) = lower(known.address) and ${users.id} <> ${userId})
    or exists (select from ${organizations} where lower(${organizations.contactEmail}) = lower(known.address))`
  return tx
    .select({ address: sql<string>`known.address` })
    .from(known)
    .where(sql`known.address is not null and not (${isOthers})`)
    .then((rows) => rows.map(({ address }) => address))
}
