import {
  ACCOUNT_SUSPENDED,
  AWAITING_APPROVAL,
  WRONG_CREDENTIALS,
  WRONG_CREDENTIALS_OR_CODE,
  type Credentials,
  type User,
  fullName,
  SIGN_IN_AGAIN,
  SSO_REQUIRED,
} from '#contract/identity/session.ts'
import { USE_SSO } from '#contract/identity/sso.ts'
import type { Database } from '#server/database/database.ts'
import { onceADay } from '#server/domain/emails.ts'
import { aboutUser } from '#server/domain/users.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'
import { forbidden, unauthorized } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { newSignIn } from './emails.ts'
import { countCode, countPassword, unknownAccount, type UnknownAccount } from './guessing/attempts.ts'
import { browserHash, forgetOtherBrowsers, rememberBrowser } from './guessing/known-browsers.ts'
import { deleteChallengesOf, insertChallenge } from './mfa/queries.ts'
import { isRightCode, takeCode } from './mfa/second-factor.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords/hashing.ts'
import {
  deleteSession,
  deleteSessionsOf,
  deleteTokens,
  findAccountAt,
  findAccountById,
  raiseAccessVersion,
  setPassword,
  type Account,
} from './queries.ts'
import { linksThat } from './registration/links.ts'
import { deviceName, openSession, sessionHours } from './sessions.ts'
import { lockVerified } from './verified.ts'
import { endViewing } from './viewings/actions.ts'
import type { OpenedSession, Visit } from './visits.ts'

/**
 * Signs in, or asks for a code with two-factor authentication. Unknown accounts and wrong passwords get the same answer after the same
 * work.
 */
export async function signIn(platform: Platform, visit: Visit, { password, code, ...identifier }: Credentials) {
  const account = await findAccountAt(platform.db, identifier, browserHash(visit.browser))
  const guess = { identifier, browserId: account?.browserId, hasCode: Boolean(code) }
  const attempt = await countPassword(platform, visit, guess)
  const correct = await verifyPassword(account?.passwordHash, password)
  if (attempt.isLimited) return signInAtOnce(platform, visit, (correct && account) || unknownAccount(identifier), code)
  if (!account || !correct)
    return refuse(platform, visit, account, 'wrong credentials', unauthorized(WRONG_CREDENTIALS))
  await refuseInactive(platform, visit, account)
  await refuseWithoutSso(platform, visit, account)
  const rehash = needsRehash(account.passwordHash) ? await hashPassword(password) : undefined
  const opened = await platform.db.transaction((tx) => open(tx, platform, visit, account, rehash))
  await attempt.giveBack()
  return opened ?? refuse(platform, visit, account, 'account changed during sign-in', unauthorized(SIGN_IN_AGAIN))
}

/**
 * Checks password and code together, after too many wrong passwords from unknown browsers. Every mistake gets the same answer after the
 * same work, so that guessing reveals nothing.
 */
async function signInAtOnce(platform: Platform, visit: Visit, account: Account | UnknownAccount, code = '') {
  const session = await openByCode(platform, visit, account, code)
  const refused = 'status' in account ? account : undefined
  return session || refuse(platform, visit, refused, 'wrong credentials', unauthorized(WRONG_CREDENTIALS_OR_CODE))
}

async function openByCode(platform: Platform, visit: Visit, account: Account | UnknownAccount, code: string) {
  const { db, seal } = platform
  const { refusal, giveBack } = await countCode(platform, visit, account, code)
  const isRight = await isRightCode({ tx: db, seal }, account.id, code)
  if (refusal || !isRight || !('status' in account) || account.status !== 'active') return undefined
  await refuseWithoutSso(platform, visit, account)
  const session = await db.transaction(async (tx) => {
    if (!account.isMfaEnabled || !(await lockVerified(tx, account))) return undefined
    if (!(await takeCode({ tx, seal }, account.id, code))) return undefined
    return startSession(tx, platform, visit, account)
  })
  if (session) await giveBack()
  return session
}

/** Opens a session or the second step after a correct password. Nothing if the account changed during the check. */
async function open(tx: Database, platform: Platform, visit: Visit, account: Account, rehash: string | undefined) {
  if (!(await lockVerified(tx, account))) return undefined
  if (rehash) await setPassword(tx, account.id, rehash)
  return account.isMfaEnabled
    ? { challenge: await openChallenge(tx, account.id) }
    : startSession(tx, platform, visit, account)
}

/** Checks the password of an account that cannot sign in yet. Wrong ones count like those at sign-in. */
export async function findByPassword(platform: Platform, visit: Visit, { password, ...identifier }: Credentials) {
  const account = await findAccountAt(platform.db, identifier, browserHash(visit.browser))
  const attempt = await countPassword(platform, visit, { identifier, browserId: account?.browserId, hasCode: false })
  const correct = await verifyPassword(account?.passwordHash, password)
  if (attempt.isLimited || !account || !correct)
    return refuse(platform, visit, account, 'wrong credentials', unauthorized(WRONG_CREDENTIALS))
  await attempt.giveBack()
  return account
}

/** Only an active account signs in. Reveals the status only after a correct password. */
export async function refuseInactive(platform: Platform, visit: Visit, account: Account) {
  const { status, createdAt: since, isEmailVerified } = account
  if (status === 'active') return
  const refusals: Record<typeof status, Error> = {
    pending: forbidden(AWAITING_APPROVAL, { pending: { since, isEmailVerified } }),
    suspended: forbidden(ACCOUNT_SUSPENDED),
  }
  await refuse(platform, visit, account, status, refusals[status])
}

/** Minutes between password and code. */
export const CHALLENGE_MINUTES = 5

/** Represents a correct password until the code arrives. Gives no access. */
async function openChallenge(tx: Database, userId: string) {
  const token = newToken()
  await insertChallenge(tx, { userId, tokenHash: sha256(token), minutes: CHALLENGE_MINUTES })
  return token
}

/** After a right password or passkey, so that no one else learns of it. */
export async function refuseWithoutSso(platform: Platform, visit: Visit, account: Account) {
  if (account.isSsoRequired)
    await refuse(platform, visit, account, 'single sign-on is required', forbidden(USE_SSO, { code: SSO_REQUIRED }))
}

/** Audits a failed attempt and throws. */
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

/** Opens a session for a locked or new account. Ends the session it replaces. Emails the user about a browser it has not used before. */
export async function startSession(
  tx: Database,
  { config, mailer }: Pick<Platform, 'config' | 'mailer'>,
  { actor, userAgent, replaces, browser }: Visit,
  user: User,
  method?: 'passkey' | 'single sign-on',
): Promise<OpenedSession> {
  const hours = sessionHours(config, user.role)
  const isSso = method === 'single sign-on'
  const [token, remembered] = await Promise.all([
    openSession(tx, { userId: user.id, hours, ip: actor.ip, userAgent, isSso }),
    rememberBrowser(tx, user.id, browser),
    replaces && deleteSession(tx, sha256(replaces)),
    audit(tx, as(actor, user), {
      action: 'session.opened',
      ...aboutUser(user),
      ...(method && { changes: { method: [null, method] } }),
    }),
  ])
  if (remembered.isFurther) {
    const [device, ip] = [await deviceName(userAgent), actor.ip ?? 'unknown']
    await mailer.queue(tx, newSignIn({ config, to: user.email, firstName: user.firstName, device, ip, isSso }), {
      once: onceADay('new-sign-in', user.id, sha256(`${ip} ${device}`).toString('base64url')),
    })
  }
  return { user, token, hours, browser: remembered.token }
}

/** Ends all sessions, and sign-ins that wait for a code or are checking a password. */
export async function endSessions(tx: Database, userId: string) {
  await raiseAccessVersion(tx, userId)
  await deleteSessionsOf(tx, userId)
  await deleteChallengesOf(tx, userId)
}

/** Ends all sessions and links that could change password or address, and forgets all browsers. Returns the caller's new browser token. */
export async function endAccess(tx: Database, userId: string, { browser }: Partial<Pick<Visit, 'browser'>> = {}) {
  await endSessions(tx, userId)
  const known = await forgetOtherBrowsers(tx, userId, browser)
  await deleteTokens(tx, userId, linksThat('giveAccess'))
  return known
}

export async function signOut({ db }: Platform, actor: Actor, token: string | undefined) {
  if (!token) return
  await db.transaction(async (tx) => {
    await endViewing(tx, sha256(token))
    const ended = await deleteSession(tx, sha256(token))
    const user = ended && (await findAccountById(tx, ended.userId))
    if (!user) return
    await audit(tx, as(actor, user), {
      action: 'session.closed',
      ...aboutUser(user),
    })
  })
}

/** The caller has proved to be this user. */
export const as = (actor: Actor, user: Pick<User, 'id' | 'firstName' | 'lastName'>): Actor => ({
  ...actor,
  kind: 'user',
  id: user.id,
  name: fullName(user),
})
