import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { backupCodes, loginChallenges, mfaSecrets } from '#server/database/schema/identity/mfa.ts'

/** The secret, and the database's clock in seconds since 1970. */
export const findSecret = (db: Database, userId: string) =>
  db
    .select({ secret: mfaSecrets.secret, seconds: sql<number>`extract(epoch from now())::float8` })
    .from(mfaSecrets)
    .where(eq(mfaSecrets.userId, userId))
    .then(first)

export function replaceSecret(db: Database, userId: string, secret: string) {
  const fresh = { secret, lastStep: 0, createdAt: sql`now()` }
  return db
    .insert(mfaSecrets)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: mfaSecrets.userId, set: fresh })
}

export const deleteSecret = (db: Database, userId: string) => db.delete(mfaSecrets).where(eq(mfaSecrets.userId, userId))

/** Of concurrent uses of one code, the first takes its time step. */
export const takeStep = (db: Database, userId: string, step: number) =>
  db
    .update(mfaSecrets)
    .set({ lastStep: step })
    .where(and(eq(mfaSecrets.userId, userId), lt(mfaSecrets.lastStep, step)))
    .returning({ userId: mfaSecrets.userId })
    .then(first)

export const hasBackupCode = (db: Database, userId: string, codeHash: Buffer) =>
  db
    .$count(backupCodes, and(eq(backupCodes.userId, userId), eq(backupCodes.codeHash, codeHash)))
    .then((found) => found > 0)

export const takeBackupCode = (db: Database, userId: string, codeHash: Buffer) =>
  db
    .update(backupCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(backupCodes.userId, userId), eq(backupCodes.codeHash, codeHash), isNull(backupCodes.usedAt)))
    .returning({ id: backupCodes.id })
    .then(first)

export const deleteBackupCodes = (db: Database, userId: string) =>
  db.delete(backupCodes).where(eq(backupCodes.userId, userId))

export const insertBackupCodes = (db: Database, userId: string, hashes: Buffer[]) =>
  db.insert(backupCodes).values(hashes.map((codeHash) => ({ userId, codeHash })))

type NewChallenge = { userId: string; tokenHash: Buffer; minutes: number }

export const insertChallenge = (db: Database, { minutes, ...challenge }: NewChallenge) =>
  db.insert(loginChallenges).values({ ...challenge, expiresAt: sql`now() + make_interval(mins => ${minutes})` })

/** Counts a guess before checking it. Nothing if the challenge is used up. */
export const countGuess = (db: Database, tokenHash: Buffer, guesses: number) =>
  db
    .update(loginChallenges)
    .set({ attempts: sql`${loginChallenges.attempts} + 1` })
    .where(
      and(
        eq(loginChallenges.tokenHash, tokenHash),
        lt(loginChallenges.attempts, guesses),
        gt(loginChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ userId: loginChallenges.userId })
    .then(first)

export const deleteChallengesOf = (db: Database, userId: string) =>
  db.delete(loginChallenges).where(eq(loginChallenges.userId, userId))

export const deleteChallenge = (db: Database, tokenHash: Buffer) =>
  db
    .delete(loginChallenges)
    .where(eq(loginChallenges.tokenHash, tokenHash))
    .returning({ id: loginChallenges.id })
    .then(first)
