import { like } from 'drizzle-orm'
import { userRow } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { openSession } from '#server/identity/session/sessions.ts'

/** Enough to prevent contention on one row. */
const ADMINS = 16

export async function openAdminSessions(db: Database) {
  const rows = await Promise.all(Array.from({ length: ADMINS }, () => userRow({ role: 'admin' })))
  const admins = await db.insert(users).values(rows).returning({ id: users.id })
  return Promise.all(admins.map(({ id }, number) => signIn(db, id, number)))
}

/** Signs in the administrator of each seeded organization. */
export async function openSessions(db: Database) {
  const owners = await db
    .select({ id: users.id, email: users.email, organizationId: users.organizationId })
    .from(users)
    .where(like(users.email, 'office@load-%'))
  return Promise.all(owners.map(async (owner, number) => ({ ...owner, ...(await signIn(db, owner.id, number)) })))
}

async function signIn(db: Database, userId: string, number: number) {
  const token = await openSession(db, { userId, hours: 1, ip: null, userAgent: 'bench' })
  return { number, cookie: `__Host-session=${token}` }
}
