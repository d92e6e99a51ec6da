import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mfa } from '#contract/identity/mfa.ts'
import { only } from '#server/database/database.ts'
import { mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import { idempotencyKeys } from '#server/database/schema/platform.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { codeOf } from '#server/testing/identity/session.ts'
import { PASSWORD, db, newUser, platform, signIn } from '#server/testing/testing.ts'
import { startSecondFactor, takeCode } from './second-factor.ts'

const seal = createSeal({ secret: 'the operator’s own secret, 32 characters' })

test('an encrypted second factor accepts its codes and is useless to someone with only the database', async () => {
  const { id } = await newUser({ role: 'agent' })
  const secret = await startSecondFactor({ tx: db, seal }, id)
  const kept = await db.select().from(mfaSecrets).where(eq(mfaSecrets.userId, id)).then(only)
  expect(kept.secret).toMatch(/^sealed:v1:/)
  expect(kept.secret).not.toContain(secret)
  await expect(takeCode({ tx: db, seal: platform.seal }, id, codeOf(secret))).rejects.toThrow('SEALING_SECRET')
  expect(await takeCode({ tx: db, seal }, id, codeOf(secret))).toBe(true)
  expect(await takeCode({ tx: db, seal }, id, codeOf(secret))).toBe(false)
})

test('a secret that is shown once is not kept for a repetition', async () => {
  const { call, user } = await signIn()
  const ask = () => call(mfa.setUp, { body: { password: PASSWORD }, headers: { 'idempotency-key': 'twice' } })
  const [first, second] = [await ask(), await ask()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.secret).not.toBe(first.body.secret)
  expect(await db.$count(idempotencyKeys, eq(idempotencyKeys.userId, user.id))).toBe(0)
})
