import { and, eq, gt, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { KEPT_DAYS } from '#contract/operations/webhooks.ts'
import type { Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { backups } from '#server/database/schema/platform.ts'
import { BROWSER_DAYS } from '#server/identity/public.ts'

/** Rows that one statement deletes. A single statement for all of them could reach its time limit in every run. */
const DELETED_AT_ONCE = 10_000

/** Each deletes the expired rows of one table, except rows that are locked. */
export function deletionsOfExpired(db: Database, idleMinutes: number) {
  const idle = sql`greatest(interval '7 days', make_interval(mins => ${idleMinutes}))`
  const expired = {
    sessions: sql`expires_at < now() or last_used_at < now() - ${idle}`,
    known_browsers: sql`last_used_at < now() - make_interval(days => ${BROWSER_DAYS})`,
    user_tokens: sql`expires_at < now() - interval '1 day'`,
    confirmed_links: sql`expires_at < now()`,
    login_challenges: sql`expires_at < now()`,
    passkey_challenges: sql`expires_at < now()`,
    sso_requests: sql`expires_at < now()`,
    idempotency_keys: sql`created_at < now() - interval '1 day'`,
    rate_limits: sql`expire < extract(epoch from now()) * 1000`,
    file_revocations: sql`until < now()`,
    webhook_deliveries: sql`created_at < now() - make_interval(days => ${KEPT_DAYS})`,
  }
  return Object.entries(expired).map(
    ([table, isExpired]) =>
      () =>
        deleteAll(db, sql.identifier(table), isExpired),
  )
}

async function deleteAll(db: Database, table: SQLWrapper, isExpired: SQL) {
  const rows = sql`select ctid from ${table} where ${isExpired} limit ${DELETED_AT_ONCE} for update skip locked`
  const deletion = sql`delete from ${table} where ctid = any(array(${rows}))`
  while ((await db.execute(deletion)).rowCount === DELETED_AT_ONCE);
}

export const SEALED = [
  { table: 'secrets', key: 'name', column: 'value' },
  { table: 'signing_keys', key: 'kid', column: 'private_key' },
  { table: 'mfa_secrets', key: 'user_id', column: 'secret' },
  { table: 'sso_connections', key: 'id', column: 'client_secret' },
  { table: 'webhook_endpoints', key: 'id', column: 'secret' },
  { table: 'webhook_endpoints', key: 'id', column: 'previous_secret' },
] as const

export type Place = (typeof SEALED)[number]

const namesOf = ({ table, key, column }: Place) =>
  ({ table: sql.identifier(table), key: sql.identifier(key), column: sql.identifier(column) }) as const

export const readSealed = async (db: Database, place: Place) => {
  const { table, key, column } = namesOf(place)
  const found = sql`select ${key} as key, ${column} as value from ${table} where ${column} is not null`
  return (await db.execute<{ key: string; value: string }>(found)).rows
}

/** Unless it changed in between: then it has the current secret. */
export function replaceSealed(db: Database, place: Place, row: string, [before, after]: [string, string]) {
  const { table, key, column } = namesOf(place)
  return db.execute(sql`update ${table} set ${column} = ${after} where ${key}::text = ${row} and ${column} = ${before}`)
}

const BATCH = 200

export const selectStaleMails = (db: Database, keyId: string | null, after: string) => {
  // A queued plain email may be sent by a process of the previous release, which cannot decrypt.
  const stale = sql`${emails.sealedWith} is distinct from ${keyId} and (${emails.sealedWith} is not null
    or ${emails.sentAt} is not null or ${emails.createdAt} < now() - interval '3 days')`
  return db
    .select({ id: emails.id, text: emails.text, html: emails.html })
    .from(emails)
    .where(and(gt(emails.id, after), stale))
    .orderBy(emails.id)
    .limit(BATCH)
}

type Mail = typeof emails.$inferInsert

/** Unless its link was removed in between. */
export const updateMailBody = (db: Database, { id, text }: Required<Pick<Mail, 'id' | 'text'>>, body: Partial<Mail>) =>
  db
    .update(emails)
    .set(body)
    .where(and(eq(emails.id, id), eq(emails.text, text)))

export const insertBackup = (db: Database, backup: Pick<typeof backups.$inferInsert, 'name' | 'place'>) =>
  db.insert(backups).values(backup).onConflictDoNothing()

export const setVerified = (db: Database, name: string) =>
  db
    .update(backups)
    .set({ verifiedAt: sql`now()` })
    .where(eq(backups.name, name))
