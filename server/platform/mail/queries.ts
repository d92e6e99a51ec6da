import { and, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import { first, type Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { LINK_HOURS } from './link-hours.ts'

export type StoredMail = typeof emails.$inferSelect

export type WaitingMail = NonNullable<Awaited<ReturnType<typeof findWaiting>>>

export const inHours = (hours: number) => sql`now() + make_interval(hours => 1) * ${hours}::float8`

export const insertOnce = (tx: Database, mail: PgInsertValue<typeof emails>) =>
  tx
    .insert(emails)
    .values(mail)
    .onConflictDoNothing({ target: emails.onceKey })
    .returning({ id: emails.id })
    .then(first)

const isWaiting = (id: string) => and(eq(emails.id, id), isNull(emails.sentAt))

const linkHours = sql.join(
  Object.entries(LINK_HOURS).map(([kind, hours]) => sql`when ${emails.kind} = ${kind} then ${hours}::float8`),
  sql` `,
)

/** Written for a link that has expired, and may have been removed since: it is not sent. */
export const isLinkOver = sql<boolean>`coalesce(
  ${emails.createdAt} + make_interval(hours => 1) * case ${linkHours} end < now(), false)`

export const findWaiting = (db: Database, id: string) =>
  db
    .select({ ...getTableColumns(emails), isLinkOver })
    .from(emails)
    .where(isWaiting(id))
    .then(first)

export const setUnsent = (db: Database, id: string, attempt: Pick<StoredMail, 'attempts' | 'lastError'>) =>
  db.update(emails).set(attempt).where(isWaiting(id))

export const setSent = (db: Database, id: string, after: Partial<StoredMail>) =>
  db
    .update(emails)
    .set({ ...after, lastError: null, sentAt: sql`now()` })
    .where(isWaiting(id))

/** Up to `limit` emails whose link has expired or was sent. */
export const selectUseless = (db: Database, areSent: boolean, limit: number) =>
  db
    .select({ id: emails.id, text: emails.text, html: emails.html })
    .from(emails)
    .where(
      sql`${emails.linkUntil} is not null and (${emails.linkUntil} < now() or (${areSent} and ${emails.sentAt} is not null))`,
    )
    .limit(limit)

export const setWithoutLinks = (db: Database, id: string, without: Partial<StoredMail>) =>
  db
    .update(emails)
    .set(without)
    .where(sql`${emails.id} = ${id} and ${emails.linkUntil} is not null`)

/** Leaves only the key, so that the email is not sent again. */
const emptied = sql`"to" = '', subject = '', text = '', html = '', attachment = null, thread = null, last_error = null, link_until = null`

/** Deletes up to `limit` old emails and returns the number. Emails with a key leave the key behind. */
export async function removeOld(db: Database, keptDays: number, limit: number) {
  const { rows } = await db.execute(sql`
    with old as (
      select id from emails where created_at < now() - make_interval(days => ${keptDays}) and "to" <> '' limit ${limit}
    ), emptied as (
      update emails set ${emptied} where id in (select id from old) and once_key is not null
    ), deleted as (delete from emails where id in (select id from old) and once_key is null)
    select from old`)
  return rows.length
}

/** Likewise, of emails to these addresses. Those that were not sent are not sent any more. */
export async function removeEmailsTo(tx: Database, addresses: string[]) {
  const isTo = inArray(emails.to, addresses)
  await tx.delete(emails).where(and(isTo, or(isNull(emails.onceKey), isNull(emails.sentAt))))
  await tx.execute(sql`update ${emails} set ${emptied} where ${isTo}`)
}
