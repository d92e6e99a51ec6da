import { eq, sql } from 'drizzle-orm'
import type { NewCannedReply } from '#contract/support/canned-replies.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { cannedReplies } from '#server/database/schema/support/support-desk.ts'

const { id, title, text, status, priority, updatedAt } = cannedReplies
const shown = { id, title, text, status, priority, updatedAt }

export const findReplies = (db: Database) =>
  db
    .select(shown)
    .from(cannedReplies)
    .orderBy(sql`lower(${title})`, id)

export const lockReply = (tx: Database, replyId: string) =>
  tx.select(shown).from(cannedReplies).where(eq(id, replyId)).for('update').then(first)

type Fields = NewCannedReply

export const insertReply = (tx: Database, fields: Fields) =>
  tx.insert(cannedReplies).values(fields).returning(shown).then(only)

export const updateReply = (tx: Database, replyId: string, fields: Partial<Fields>) =>
  tx
    .update(cannedReplies)
    .set({ ...fields, updatedAt: sql`now()` })
    .where(eq(id, replyId))
    .returning(shown)
    .then(only)

export const deleteReply = (tx: Database, replyId: string) => tx.delete(cannedReplies).where(eq(id, replyId))
