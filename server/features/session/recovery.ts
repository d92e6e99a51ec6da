import { LINK_EXPIRED } from '#contract/session.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { badRequest } from '#server/platform/errors.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sha256 } from '#server/platform/tokens.ts'
import { as, endAccess } from './actions.ts'
import { issueLink } from './links.ts'
import { passwordChanged, passwordReset } from './letters.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { findAccount, findAccountById, setPassword, takeToken, verifyAddress, type TokenPurpose } from './queries.ts'

/** Minutes a link that sets a new password is good for. */
export const RESET_MINUTES = 30

/**
 * Asked for a link. Whether the address is known is found out later, by a job: the answer and its time are the same for
 * every address.
 */
export async function requestPasswordReset({ db, jobs, limits }: Platform, actor: Actor, email: string) {
  await limits.spend('password reset by address', actor.ip ?? '')
  await limits.spend('password reset by account', email.toLowerCase())
  await jobs.enqueue(db, 'mail-password-reset', { email })
}

/** The job behind `requestPasswordReset`. */
export async function mailPasswordReset({ db, config, mailer }: Platform, email: string) {
  const account = await findAccount(db, { email })
  if (!account || account.status === 'suspended') return
  await db.transaction(async (tx) => {
    const token = await issueLink(tx, { userId: account.id, purpose: 'password-reset', minutes: RESET_MINUTES })
    await mailer.queue(tx, passwordReset({ config, to: account.email, firstName: account.firstName, token }))
  })
}

/** Sets the password, ends every session, and tells the owner. A refused password leaves the link usable. */
export async function resetPassword(
  platform: Platform,
  actor: Actor,
  { token, password }: { token: string; password: string },
) {
  const { db, config, mailer, limits } = platform
  await limits.spend('mailed link by address', actor.ip ?? '')
  await db.transaction(async (tx) => {
    const { account } = await redeem(tx, ['password-reset'], token)
    refuseWeakPassword(password, [account.email, account.username, account.organization])
    await setPassword(tx, account.id, await hashPassword(password))
    // Whoever opened the link reads this mailbox.
    await verifyAddress(tx, account.id)
    await endAccess(tx, account.id)
    await mailer.queue(tx, passwordChanged({ config, to: account.email, firstName: account.firstName }))
    await audit(tx, as(actor, account), {
      action: 'user.password-reset',
      organizationId: account.organizationId,
      subject: { kind: 'user', id: account.id },
    })
  })
}

/** The account a mailed link is about, and the address it names if it names one. The link is used up. */
export async function redeem(tx: Database, purposes: TokenPurpose[], token: string) {
  const taken = await takeToken(tx, purposes, sha256(token))
  const account = taken && (await findAccountById(tx, taken.userId))
  if (!account) throw badRequest(LINK_EXPIRED)
  return { account, email: taken.email }
}
