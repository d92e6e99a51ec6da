import { TOKEN_INVALID } from '#contract/identity/api-tokens.ts'
import { SIGN_IN_AGAIN } from '#contract/identity/session.ts'
import type { Database } from '#server/database/database.ts'
import { aboutUser } from '#server/domain/users.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { unauthorized, badRequest } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockToken } from './api-tokens/queries.ts'
import { verifyPassword } from './passwords/hashing.ts'
import { hasSession, lockAccount, type Account, findAccountById } from './queries.ts'

const WRONG_PASSWORD = 'That password is incorrect.'

type Person = Pick<SessionUser, 'id' | 'sessionId' | 'organizationId'>

/**
 * Checks the password of the signed-in user again. Pass the result to `requireVerified` in the transaction. A wrong password is a field
 * error, because a 401 would mean that the session has ended.
 */
export async function requirePassword(
  { db, limits }: Pick<Platform, 'db' | 'limits'>,
  actor: Actor,
  user: Person,
  password: string,
  field = 'password',
) {
  await limits.spend('password by session', user.sessionId)
  const account = await findAccountById(db, user.id)
  if (account?.status !== 'active') throw unauthorized(SIGN_IN_AGAIN)
  if (!(await verifyPassword(account.passwordHash, password))) {
    await refuseProof(db, actor, user, 'wrong password')
    throw wrongPassword(field)
  }
  await limits.giveBack('password by session', user.sessionId)
  return account
}

/** Audits a wrong password, code or passkey of a signed-in user. */
export const refuseProof = (
  db: Database,
  actor: Actor,
  user: Omit<Person, 'sessionId'>,
  reason: 'wrong password' | 'wrong code' | 'wrong passkey',
) =>
  audit(db, actor, {
    action: 'session.confirmed',
    outcome: 'refused',
    ...aboutUser(user),
    changes: { reason: [null, reason] },
  })

const wrongPassword = (field: string) => badRequest(WRONG_PASSWORD, { [field]: WRONG_PASSWORD })

export type VerifiedAccount = Pick<Account, 'id' | 'passwordHash' | 'accessVersion' | 'status' | 'isMfaEnabled'>

/**
 * Locks the account after its password was checked, because hashing takes time. False if the password, status or second factor changed
 * since, or all sessions ended. Use what the password permits only under this lock.
 */
export async function lockVerified(tx: Database, verified: VerifiedAccount) {
  const now = await lockAccount(tx, verified.id)
  return now !== undefined && isUnchanged(now, verified)
}

const isUnchanged = (now: Omit<VerifiedAccount, 'id'>, then: VerifiedAccount) =>
  now.passwordHash === then.passwordHash &&
  now.accessVersion === then.accessVersion &&
  now.status === then.status &&
  now.isMfaEnabled === then.isMfaEnabled

/** Also requires that the user's session is still open. */
export async function requireVerified(tx: Database, verified: VerifiedAccount, { sessionId }: { sessionId: string }) {
  const isUnchanged = await lockVerified(tx, verified)
  if (!isUnchanged || !(await hasSession(tx, verified.id, sessionId))) throw unauthorized(SIGN_IN_AGAIN)
}

/** A person, or a program with an API token. */
export type Caller = Pick<SessionUser, 'id' | 'sessionId' | 'apiToken'>

/**
 * Locks the account of the caller, and requires that it is active and that its session or API token still counts. A token cannot be revoked
 * before the transaction ends.
 */
export async function lockSignedIn(tx: Database, { id, sessionId, apiToken }: Caller) {
  const account = await lockAccount(tx, id)
  const isActive = account?.status === 'active'
  const counts = () => (apiToken ? lockToken(tx, id, apiToken.id) : hasSession(tx, id, sessionId))
  if (!isActive || !(await counts())) throw unauthorized(apiToken ? TOKEN_INVALID : SIGN_IN_AGAIN)
  return account
}
