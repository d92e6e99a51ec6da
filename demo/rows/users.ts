import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import { only, type Database } from '#server/database/database.ts'
import { mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { hashPassword } from '#server/identity/public.ts'

export type UserRow = typeof users.$inferInsert

export const SEED_PASSWORD = 'correct horse battery staple'

let seedHash: Promise<string> | undefined
/** Hashed once per process, because hashing is slow. */
const hashSeedPassword = () => (seedHash ??= hashPassword(SEED_PASSWORD))

type Facts = Partial<UserRow>

/** Defaults: an active `customer` of the organization, or an `agent` without one. */
export async function userRow(facts: Facts = {}): Promise<UserRow> {
  const unique = randomUUID().slice(0, 8)
  return {
    role: facts.organizationId ? 'customer' : 'agent',
    status: 'active',
    email: `person-${unique}@people.example`,
    username: `person-${unique}`,
    firstName: 'Lerato',
    lastName: 'Dlamini',
    passwordHash: facts.passwordHash ?? (await hashSeedPassword()),
    ...facts,
  }
}

export const makeUser = async (db: Database, facts?: Facts) =>
  db
    .insert(users)
    .values(await userRow(facts))
    .returning()
    .then(only)

/** Turns on two-factor authentication and returns the secret in base32. */
export async function makeSecondFactor(db: Database, userId: string) {
  const secret = new Secret({ size: 20 }).base32
  await db.insert(mfaSecrets).values({ userId, secret })
  await db
    .update(users)
    .set({ mfaEnabledAt: sql`now()` })
    .where(eq(users.id, userId))
  return secret
}
