import { like } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/users.ts'
import { openSession } from '#server/features/session/sessions.ts'

/** The org_admin of each seeded organization, signed in. */
export async function openSessions(db: Database) {
  const owners = await db
    .select({ id: users.id, email: users.email, organizationId: users.organizationId })
    .from(users)
    .where(like(users.email, 'office@load-%'))
  return Promise.all(
    owners.map(async (owner, number) => {
      const token = await openSession(db, { userId: owner.id, hours: 1, ip: null, userAgent: 'bench' })
      return { ...owner, number, cookie: `__Host-session=${token}` }
    }),
  )
}
