import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emails } from '#server/database/schema/emails.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { objects } from '#server/database/schema/objects.ts'
import { config, db, inDays, platform, signIn } from '#server/testing/testing.ts'
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
