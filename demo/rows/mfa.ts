import { eq, sql } from 'drizzle-orm'
import { Secret } from 'otpauth'
import type { Database } from '#server/database/database.ts'
import { mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import { users } from '#server/database/schema/identity/users.ts'

/** Turns two-factor authentication on for this user, and returns the secret in base32. */
export async function makeSecondFactor(db: Database, userId: string) {
  const secret = new Secret({ size: 20 }).base32
  await db.insert(mfaSecrets).values({ userId, secret })
  await db
    .update(users)
    .set({ mfaEnabledAt: sql`now()` })
    .where(eq(users.id, userId))
  return secret
}
