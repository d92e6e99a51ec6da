import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { isStaff, type Role } from '#contract/roles.ts'
import type { Feedback } from '#contract/support/documents.ts'
import { first, type Database } from '#server/database/database.ts'
import { documentFeedback, documents } from '#server/database/schema/support/documents.ts'

const { documentId, userId, isHelpful, comment, updatedAt } = documentFeedback

const isOf = (document: string, reader: string) => and(eq(documentId, document), eq(userId, reader))

export const findFeedback = (db: Database, document: string, reader: string) =>
  db.select({ isHelpful, comment }).from(documentFeedback).where(isOf(document, reader)).then(first)

export function setFeedback(tx: Database, document: string, reader: string, given: Feedback) {
  const answer = { isHelpful: given.isHelpful, comment: given.comment || null, updatedAt: sql`clock_timestamp()` }
  return tx
    .insert(documentFeedback)
    .values({ documentId: document, userId: reader, ...answer })
    .onConflictDoUpdate({ target: [documentId, userId], set: answer })
}

const MOST_COMMENTS = 100

export const findComments = (db: Database, document: string) =>
  db
    .select({ isHelpful, comment: sql<string>`${comment}`, updatedAt })
    .from(documentFeedback)
    .where(and(eq(documentId, document), isNotNull(comment)))
    .orderBy(desc(updatedAt), userId)
    .limit(MOST_COMMENTS)

type Counts = { helpful: number; unhelpful: number }

/** Within another query. Customers don't see the counts. */
export const feedbackCounts = ({ role }: { role: Role }) =>
  isStaff(role)
    ? sql<Counts | null>`(
        select json_build_object(
          'helpful', count(*) filter (where ${isHelpful}),
          'unhelpful', count(*) filter (where not ${isHelpful}))
        from ${documentFeedback} where ${documentId} = ${documents.id})`
    : sql<Counts | null>`null`
