import { and, eq, sql } from 'drizzle-orm'
import type { NewView, ReplyChoice } from '#contract/support/inbox.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { inboxReplyChoices, inboxViews } from '#server/database/schema/support/inbox.ts'
import { users } from '#server/database/schema/identity/users.ts'

const { id, name, filter, userId } = inboxViews
const shown = { id, name, filter }

export const findViews = (db: Database, staffId: string) =>
  db
    .select(shown)
    .from(inboxViews)
    .where(eq(userId, staffId))
    .orderBy(sql`lower(${name})`, id)

/** Locks the owner, so that two requests cannot both save the last view. */
export const lockOwner = (tx: Database, staffId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, staffId)).for('no key update')

export const countOwn = (tx: Database, staffId: string) => tx.$count(inboxViews, eq(userId, staffId))

export const insertView = (tx: Database, staffId: string, view: NewView) =>
  tx
    .insert(inboxViews)
    .values({ userId: staffId, ...view })
    .returning(shown)
    .then(only)

export const deleteView = (db: Database, staffId: string, viewId: string) =>
  db
    .delete(inboxViews)
    .where(and(eq(userId, staffId), eq(id, viewId)))
    .returning({ id })

const { assigns, waits } = inboxReplyChoices

export const findReplyChoice = (db: Database, staffId: string) =>
  db.select({ assigns, waits }).from(inboxReplyChoices).where(eq(inboxReplyChoices.userId, staffId)).then(first)

export const storeReplyChoice = (db: Database, staffId: string, choice: ReplyChoice) =>
  db
    .insert(inboxReplyChoices)
    .values({ userId: staffId, ...choice })
    .onConflictDoUpdate({ target: inboxReplyChoices.userId, set: choice })
    .returning({ assigns, waits })
    .then(only)
