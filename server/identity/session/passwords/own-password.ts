import { SIGN_IN_AGAIN } from '#contract/identity/mfa.ts'
import { findAccountById } from '#server/identity/session/queries.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { badRequest, unauthorized } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { verifyPassword } from './hashing.ts'

const WRONG_PASSWORD = 'This is not your password.'

/**
 * Asks the signed-in user for the password again. Pass the result to `requireVerified` in the transaction that relies on it. A wrong
 * password is an error of the field: a 401 would say that the session has ended.
 */
export async function requirePassword(
  { db, limits }: Pick<Platform, 'db' | 'limits'>,
  { id, sessionId }: Pick<SessionUser, 'id' | 'sessionId'>,
  password: string,
  field = 'password',
) {
  await limits.spend('password by session', sessionId)
  const account = await findAccountById(db, id)
  if (account?.status !== 'active') throw unauthorized(SIGN_IN_AGAIN)
  if (!(await verifyPassword(account.passwordHash, password))) throw wrongPassword(field)
  await limits.giveBack('password by session', sessionId)
  return account
}

const wrongPassword = (field: string) => badRequest(WRONG_PASSWORD, { [field]: WRONG_PASSWORD })
