import { ACCOUNT_SUSPENDED, AWAITING_APPROVAL, WRONG_CREDENTIALS, type Credentials } from '#contract/session.ts'
import type { CurrentUser } from '#contract/session.ts'
import { fullName } from '#contract/users.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { forbidden, unauthorized } from '#server/platform/errors.ts'
import { hashPassword, needsRehash, verifyPassword } from '#server/platform/passwords.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sha256 } from '#server/platform/tokens.ts'
import { deleteSession, findAccount, findAccountById, setPassword } from './queries.ts'
import { openSession, sessionHours } from './sessions.ts'

/** Where a session is opened from, and the one it replaces. */
export type Visit = { actor: Actor; userAgent: string | null; replaces: string | undefined }

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * Signs in. An unknown account and a wrong password cost the same work and get the same answer; what state an
 * account is in is told only to who knows its password.
 */
export async function signIn(platform: Platform, visit: Visit, { password, ...identifier }: Credentials) {
  await spendAttempt(platform, visit, identifier.email ?? identifier.username ?? '')
  const account = await findAccount(platform.db, identifier)
  const correct = await verifyPassword(account?.passwordHash, password)
  if (!account || !correct)
    return refuse(platform, visit, account, 'wrong credentials', unauthorized(WRONG_CREDENTIALS))
  if (account.status === 'pending') return refuse(platform, visit, account, 'pending', forbidden(AWAITING_APPROVAL))
  if (account.status === 'suspended') return refuse(platform, visit, account, 'suspended', forbidden(ACCOUNT_SUSPENDED))
  if (needsRehash(account.passwordHash)) await setPassword(platform.db, account.id, await hashPassword(password))
  return startSession(platform, visit, account)
}

async function spendAttempt({ limits }: Platform, { actor }: Visit, identifier: string) {
  const address = actor.ip ?? ''
  await limits.spend('sign-in by address', address)
  await limits.spend('sign-in by account and address', `${identifier.toLowerCase()} ${address}`)
}

async function refuse(
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
export async function startSession({ db, config }: Platform, { actor, userAgent, replaces }: Visit, user: CurrentUser) {
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

const as = (actor: Actor, user: Pick<CurrentUser, 'id' | 'firstName' | 'lastName'>): Actor => ({
  ...actor,
  kind: 'user',
  id: user.id,
  name: fullName(user),
})
