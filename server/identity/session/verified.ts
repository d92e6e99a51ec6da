import { SIGN_IN_AGAIN } from '#contract/identity/mfa.ts'
import type { Database } from '#server/database/database.ts'
import { unauthorized } from '#server/platform/http/errors.ts'
import { hasSession, lockAccount, type Account } from './queries.ts'

/** What an account looked like when its password was checked. */
export type Verified = Pick<Account, 'id' | 'passwordHash' | 'accessVersion' | 'status' | 'isMfaEnabled'>

/**
 * Locks the account whose password was checked before. Hashing takes a while: false when the password, the status or the second
 * factor was changed since, or all sessions were ended. What a password opens is opened under this lock only.
 */
export async function lockVerified(tx: Database, verified: Verified) {
  const now = await lockAccount(tx, verified.id)
  return now !== undefined && isUnchanged(now, verified)
}

const isUnchanged = (now: Omit<Verified, 'id'>, then: Verified) =>
  now.passwordHash === then.passwordHash &&
  now.accessVersion === then.accessVersion &&
  now.status === then.status &&
  now.isMfaEnabled === then.isMfaEnabled

/** The same for a signed-in user, whose session must not have ended either. */
export async function requireVerified(tx: Database, verified: Verified, { sessionId }: { sessionId: string }) {
  const isUnchanged = await lockVerified(tx, verified)
  if (!isUnchanged || !(await hasSession(tx, verified.id, sessionId))) throw unauthorized(SIGN_IN_AGAIN)
}

/** Locks the account of a signed-in user whose session is still open. */
export async function lockSignedIn(tx: Database, { id, sessionId }: { id: string; sessionId: string }) {
  const account = await lockAccount(tx, id)
  if (account?.status !== 'active' || !(await hasSession(tx, id, sessionId))) throw unauthorized(SIGN_IN_AGAIN)
  return account
}
