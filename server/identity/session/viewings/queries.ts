import { eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'
import { viewings } from '#server/database/schema/identity/viewings.ts'
import { shownUser } from '#server/domain/users.ts'

/** The customer who is viewed. */
export const findViewing = (db: Database, id: string) =>
  db
    .select({ ...shownUser, viewing: { id: viewings.id, reason: viewings.reason, endsAt: viewings.endsAt } })
    .from(viewings)
    .innerJoin(users, eq(users.id, viewings.userId))
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(viewings.id, id))
    .then(first)

type NewViewing = { sessionId: string; staffId: string; userId: string; reason: string; minutes: number }

/** Nothing if the session views a customer already. */
export const insertViewing = (tx: Database, { minutes, ...viewing }: NewViewing) =>
  tx
    .insert(viewings)
    .values({ ...viewing, endsAt: sql`now() + make_interval(mins => ${minutes})` })
    .onConflictDoNothing({ target: viewings.sessionId })
    .returning({ id: viewings.id, reason: viewings.reason, endsAt: viewings.endsAt })
    .then(first)

const ended = {
  userId: viewings.userId,
  staffId: viewings.staffId,
  organizationId: sql<string | null>`(select organization_id from users where users.id = ${viewings.userId})`,
  staff: sql<string>`(select first_name || ' ' || last_name from users where users.id = ${viewings.staffId})`,
}

export const deleteViewing = (tx: Database, sessionId: string) =>
  tx.delete(viewings).where(eq(viewings.sessionId, sessionId)).returning(ended).then(first)

export const deleteViewingOf = (tx: Database, tokenHash: Buffer) =>
  tx
    .delete(viewings)
    .where(
      inArray(
        viewings.sessionId,
        tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.tokenHash, tokenHash)),
      ),
    )
    .returning(ended)
    .then(first)

export const deleteViewingsOfCustomer = (tx: Database, userId: string) =>
  tx.delete(viewings).where(eq(viewings.userId, userId)).returning(ended)

export const deleteEndedViewings = (tx: Database) =>
  tx
    .delete(viewings)
    .where(
      inArray(
        viewings.id,
        tx
          .select({ id: viewings.id })
          .from(viewings)
          .where(or(lt(viewings.endsAt, sql`now()`), isNull(viewings.sessionId)))
          .for('update', { skipLocked: true }),
      ),
    )
    .returning(ended)

export type EndedViewing = NonNullable<Awaited<ReturnType<typeof deleteViewing>>>
