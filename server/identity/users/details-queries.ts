import { and, desc, eq, sql } from 'drizzle-orm'
import type { User } from '#contract/identity/session.ts'
import type { Arrival, Suspension, UserDetails } from '#contract/identity/users.ts'
import { INTERNAL_REASON } from '#contract/operations/audit.ts'
import { first, type Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { actorNameIn, lastSignIn, nameOf } from '#server/domain/users.ts'
import { isAcceptanceBy } from '#server/identity/session/registration/invitation-queries.ts'
import type { Config } from '#server/platform/config.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { countLiveSessions, findUser } from './queries.ts'

/** 404 if missing. */
export async function readUser(db: Database, id: string, limits: Config['sessions']): Promise<UserDetails> {
  const user = await findUser(db, id)
  if (!user) throw notFound('User')
  const [lastSignIn, sessions, arrival, suspended] = await Promise.all([
    findLastSignIn(db, id),
    countLiveSessions(db, id, limits),
    user.isErased ? null : findArrival(db, user),
    user.status === 'suspended' && !user.isErased ? findSuspension(db, id) : null,
  ])
  return { ...user, lastSignIn, sessions, arrival, suspended }
}

const findLastSignIn = (db: Database, id: string) =>
  db
    .select({ at: lastSignIn(db) })
    .from(users)
    .where(eq(users.id, id))
    .then(first)
    .then((found) => found?.at ?? null)

async function findArrival(db: Database, user: User): Promise<Arrival | null> {
  if (user.organizationId !== null) {
    const invitation = await findInvitation(db, user.id)
    return invitation ? { kind: 'invited', ...invitation } : { kind: 'registered', by: null, at: user.createdAt }
  }
  const added = await findEntry(db, user.id, eq(auditLog.action, 'user.created'))
  return added ? { kind: 'added', by: added.by, at: added.at } : null
}

const findInvitation = (db: Database, id: string) =>
  db
    .select({ by: nameOf(users), at: auditLog.createdAt })
    .from(auditLog)
    .innerJoin(invitations, eq(invitations.id, auditLog.subjectId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(isAcceptanceBy(id))
    .limit(1)
    .then(first)

/** An organization that removes a member gives no reason. */
async function findSuspension(db: Database, id: string): Promise<Suspension | null> {
  const entry = await findEntry(db, id, sql`${auditLog.changes} ? 'status'`)
  if (!entry) return null
  const { by, at, changes } = entry
  const reason = changes[INTERNAL_REASON]?.[1]
  return { by, at, reason: typeof reason === 'string' ? reason : null }
}

/** The newest one of a user. */
const findEntry = (db: Database, id: string, condition: Parameters<typeof and>[0]) =>
  db
    .select({ at: auditLog.createdAt, by: actorNameIn(users), changes: auditLog.changes })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectId, id), condition))
    .orderBy(desc(auditLog.id))
    .limit(1)
    .then(first)
