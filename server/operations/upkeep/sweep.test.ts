import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { eq, or, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emails } from '#server/database/schema/emails.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { objects } from '#server/database/schema/objects.ts'
import { config, db, inDays, insertMany, platform, signIn } from '#server/testing/testing.ts'
import { sweep } from './sweep.ts'

test('a session that may be idle for a month is kept for it', async () => {
  const { user } = await signIn()
  const own = eq(sessions.userId, user.id)
  await db
    .update(sessions)
    .set({ lastUsedAt: inDays(-8), expiresAt: inDays(20) })
    .where(own)
  await sweep({ ...platform, config: { ...config, sessions: { ...config.sessions, idleMinutes: 43_200 } } })
  expect(await db.$count(sessions, own)).toBe(1)
  await sweep(platform)
  expect(await db.$count(sessions, own)).toBe(0)
})

/** The numbers of rows that statements delete from a table from now on. */
async function watchDeletions(table: string) {
  await db.execute(
    sql.raw(`
    create table deletions (rows int);
    create function note_deletion() returns trigger language plpgsql as
      $$ begin insert into deletions select count(*) from gone; return null; end $$;
    create trigger note_deletion after delete on ${table} referencing old table as gone
      for each statement execute function note_deletion()`),
  )
  return async () => (await db.execute<{ rows: number }>(sql`select rows from deletions`)).rows.map(({ rows }) => rows)
}

test('however many rows have expired, each statement deletes a part of them, so that it ends in time', async () => {
  const readDeletions = await watchDeletions('rate_limits')
  await insertMany(
    sql`insert into rate_limits select 'sign-in by address:' || place, 1, 1 from generate_series(1, 25000) as place`,
  )
  await sweep(platform)
  const deleted = await readDeletions()
  expect(deleted.reduce((sum, rows) => sum + rows, 0)).toBe(25_000)
  expect(Math.max(...deleted)).toBeLessThanOrEqual(10_000)
})

test('an expired session that is locked keeps no other', async () => {
  const [locked, other] = [await signIn(), await signIn()]
  const sessionsOf = ({ user }: typeof locked) => eq(sessions.userId, user.id)
  const all = or(sessionsOf(locked), sessionsOf(other))
  await db
    .update(sessions)
    .set({ expiresAt: inDays(-1) })
    .where(all)
  await db.transaction(async (tx) => {
    await tx.select().from(sessions).where(sessionsOf(locked)).for('update')
    await sweep(platform)
  })
  expect(await db.$count(sessions, sessionsOf(other))).toBe(0)
  await sweep(platform)
  expect(await db.$count(sessions, all)).toBe(0)
})

test('a file that cannot be deleted does not keep old emails', async () => {
  const { user } = await signIn()
  const createdAt = inDays(-400)
  const [file] = await db
    .insert(objects)
    .values({ userId: user.id, purpose: 'invoice', key: 'refuses-to-go', size: 1, createdAt })
    .returning()
  await mkdir(path.join(config.dataDirectory, 'objects', 'refuses-to-go'), { recursive: true })
  const mail = { kind: 'password-reset', to: 'old@example.com', subject: 'Old', text: '', html: '', createdAt } as const
  const [email] = await db.insert(emails).values(mail).returning()
  await expect(sweep(platform)).rejects.toThrow('refuses-to-go')
  expect(await db.$count(emails, eq(emails.id, email!.id))).toBe(0)
  expect(await db.$count(objects, eq(objects.id, file!.id))).toBe(1)
})
