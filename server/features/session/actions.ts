import { ACCOUNT_SUSPENDED, AWAITING_APPROVAL, WRONG_CREDENTIALS, type Credentials } from '#contract/session.ts'
import type { CurrentUser } from '#contract/session.ts'
import { fullName } from '#contract/user.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { forbidden, unauthorized } from '#server/platform/errors.ts'
import { hashPassword, needsRehash, verifyPassword } from '#server/platform/passwords.ts'
import type { Platform } from '#server/platform/platform.ts'
import { newToken, sha256 } from '#server/platform/tokens.ts'
import { deleteSession, deleteSessionsOf, deleteTokens, findAccount, findAccountById, setPassword } from './queries.ts'
import { deleteChallengesOf, insertChallenge } from './second-factor-queries.ts'
import { openSession, sessionHours } from './sessions.ts'

export { deleteSessionsOf } from './queries.ts'

/** Where a session is opened from, and the one it replaces. */
export type Visit = { actor: Actor; userAgent: string | null; replaces: string | undefined }

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * Signs in, or asks for a code where two-factor authentication is on. An unknown account and a wrong password cost the
 * same work and get the same answer.
 */
export async function signIn(platform: Platform, visit: Visit, { password, ...identifier }: Credentials) {
  await spendAttempt(platform, visit, identifier.email ?? identifier.username ?? '')
  const account = await findAccount(platform.db, identifier)
  const correct = await verifyPassword(account?.passwordHash, password)
  if (!account || !correct)
    return refuse(platform, visit, account, 'wrong credentials', unauthorized(WRONG_CREDENTIALS))
  await refuseInactive(platform, visit, account)
  if (needsRehash(account.passwordHash)) await setPassword(platform.db, account.id, await hashPassword(password))
  return account.isMfaEnabled
    ? { challenge: await openChallenge(platform.db, account.id) }
    : startSession(platform, visit, account)
}

/** What state an account is in is told only to who has proven to know its password. */
export async function refuseInactive(platform: Platform, visit: Visit, account: Account) {
  const { status } = account
  if (status === 'pending') await refuse(platform, visit, account, status, forbidden(AWAITING_APPROVAL))
  if (status === 'suspended') await refuse(platform, visit, account, status, forbidden(ACCOUNT_SUSPENDED))
}

/** Minutes between the password and the code. */
export const CHALLENGE_MINUTES = 5

/** Stands for the right password until the code has come. It opens nothing by itself. */
async function openChallenge(db: Database, userId: string) {
  const token = newToken()
  await insertChallenge(db, { userId, tokenHash: sha256(token), minutes: CHALLENGE_MINUTES })
  return token
}

async function spendAttempt({ limits }: Platform, { actor }: Visit, identifier: string) {
  const address = actor.ip ?? ''
  await limits.spend('sign-in by address', address)
  await limits.spend('sign-in by account and address', `${identifier.toLowerCase()} ${address}`)
}

/** Tells the audit trail of an attempt that failed, and throws. */
export async function refuse(
  { db }: Platform,
  { actor }: Visit,
  account: Account | undefined,
  reason: string,
  refusal: Error,
): Promise<never> {
  await audit(db, account ? as(actor, account) : actor, {
    action: 'session.opened',
    outcome: 'refused',
    organizationId: account?.organizationId ?? null,
    ...(account && { subject: { kind: 'user', id: account.id } }),
    changes: { reason: [null, reason] },
  })
  throw refusal
}

/** A session for whoever has proven to be this user. The one it replaces is dead from now on. */
export async function startSession(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  { actor, userAgent, replaces }: Visit,
  user: CurrentUser,
) {
  const hours = sessionHours(config, user.role)
  const token = await db.transaction(async (tx) => {
    if (replaces) await deleteSession(tx, sha256(replaces))
    await audit(tx, as(actor, user), {
      action: 'session.opened',
      organizationId: user.organizationId,
      subject: { kind: 'user', id: user.id },
    })
    return openSession(tx, { userId: user.id, hours, ip: actor.ip, userAgent })
  })
  return { user, token, hours }
}

/** Ends whatever the last password opened: sessions, sign-ins that wait for a code, and links that would undo the next one. */
export async function endAccess(tx: Database, userId: string) {
  await deleteSessionsOf(tx, userId)
  await deleteChallengesOf(tx, userId)
  await deleteTokens(tx, userId, ['password-reset', 'email-change'])
}

export async function signOut({ db }: Platform, actor: Actor, token: string | undefined) {
  if (!token) return
  await db.transaction(async (tx) => {
    const ended = await deleteSession(tx, sha256(token))
    const user = ended && (await findAccountById(tx, ended.userId))
    if (!user) return
    await audit(tx, as(actor, user), {
      action: 'session.closed',
      organizationId: user.organizationId,
      subject: { kind: 'user', id: user.id },
    })
  })
}

/** Whoever called has proven to be this user. */
export const as = (actor: Actor, user: Pick<CurrentUser, 'id' | 'firstName' | 'lastName'>): Actor => ({
  ...actor,
  kind: 'user',
  id: user.id,
  name: fullName(user),
})
