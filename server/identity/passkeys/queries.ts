import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { CHALLENGE_MINUTES } from '#contract/identity/passkeys.ts'
import { first, type Database } from '#server/database/database.ts'
import { passkeyChallenges, passkeys } from '#server/database/schema/identity/passkeys.ts'

/** `sessionId`: null before a sign-in. */
export type Prompt = Pick<typeof passkeyChallenges.$inferSelect, 'purpose' | 'sessionId'>

/** Replaces the earlier one of this session and purpose. */
export function insertChallenge(db: Database, challengeHash: Buffer, prompt: Prompt) {
  const fresh = {
    challengeHash,
    createdAt: sql`now()`,
    expiresAt: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
  }
  return db
    .insert(passkeyChallenges)
    .values({ ...prompt, ...fresh })
    .onConflictDoUpdate({ target: [passkeyChallenges.sessionId, passkeyChallenges.purpose], set: fresh })
}

/** Of concurrent answers to a challenge, the first takes it. */
export const takeChallenge = (db: Database, challengeHash: Buffer, { purpose, sessionId }: Prompt) =>
  db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, challengeHash),
        eq(passkeyChallenges.purpose, purpose),
        sessionId ? eq(passkeyChallenges.sessionId, sessionId) : isNull(passkeyChallenges.sessionId),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: passkeyChallenges.id })
    .then(first)

const shown = {
  id: passkeys.id,
  name: passkeys.name,
  isSynced: passkeys.isSynced,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
}

export const findPasskeys = (db: Database, userId: string) =>
  db.select(shown).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt), passkeys.id)

export const findCredentials = (db: Database, userId: string) =>
  db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))

export const countPasskeys = (db: Database, userId: string) => db.$count(passkeys, eq(passkeys.userId, userId))

export const findByCredential = (db: Database, credentialId: string) =>
  db
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
    })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId))
    .then(first)

export type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findByCredential>>>

/** Nothing if it was removed, or used elsewhere since it was read. */
export const recordUse = (db: Database, { id, counter }: StoredPasskey, used: { counter: number; isSynced: boolean }) =>
  db
    .update(passkeys)
    .set({ ...used, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
    .then(first)

/** Nothing if the credential is known already. */
export const insertPasskey = (db: Database, passkey: typeof passkeys.$inferInsert) =>
  db.insert(passkeys).values(passkey).onConflictDoNothing().returning(shown).then(first)

const ownPasskey = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

export const findOwnPasskey = (db: Database, userId: string, id: string) =>
  db.select(shown).from(passkeys).where(ownPasskey(userId, id)).then(first)

export const setName = (db: Database, userId: string, id: string, name: string) =>
  db.update(passkeys).set({ name }).where(ownPasskey(userId, id))

export const deletePasskey = (db: Database, userId: string, id: string) =>
  db.delete(passkeys).where(ownPasskey(userId, id)).returning({ name: passkeys.name }).then(first)
