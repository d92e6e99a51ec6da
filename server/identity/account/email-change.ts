import type { EmailChange } from '#contract/identity/account.ts'
import { CONFIRM_HOURS, WRONG_CREDENTIALS, type Credentials, type User } from '#contract/identity/session.ts'
import type { Database } from '#server/database/database.ts'
import { onceADay } from '#server/domain/emails.ts'
import { refuseOtherDomain } from '#server/domain/sso.ts'
import { aboutUser, lockUser } from '#server/domain/users.ts'
import { as, findByPassword } from '#server/identity/session/actions.ts'
import { takeCodeIfOn, withGuess } from '#server/identity/session/mfa/second-factor.ts'
import { deleteTokens, findAccount, lockAccount } from '#server/identity/session/queries.ts'
import { issueLink } from '#server/identity/session/registration/links.ts'
import { lockSignedIn, requirePassword, requireVerified } from '#server/identity/session/verified.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { badRequest, conflict, unauthorized } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressInUse, confirmEmail, confirmNewEmail, emailChangeAsked } from './emails.ts'
import { findPendingEmail } from './queries.ts'

const CONFIRM_MINUTES = CONFIRM_HOURS * 60

const SAME_EMAIL = 'This is already your email address.'

/**
 * Emails a confirmation link to the new address and a notice to the old one. Nothing changes until the link is opened. For an address in
 * use the answer is the same, but no link is sent.
 */
export async function askForEmailChange(
  platform: Platform,
  actor: Actor,
  user: SessionUser,
  { email, password, code }: EmailChange & { code?: string },
) {
  const { config, limits, mailer, seal } = platform
  const verified = await requirePassword(platform, actor, user, password)
  if (email.toLowerCase() === user.email.toLowerCase()) throw badRequest(SAME_EMAIL, { email: SAME_EMAIL })
  await refuseOtherDomain(platform.db, verified, email)
  await limits.spend('emailed link by account', user.id)
  const ask = async (tx: Database) => {
    await requireVerified(tx, verified, user)
    if (!(await takeCodeIfOn({ tx, seal }, verified, code))) return undefined
    const token = await issueLink(tx, { userId: user.id, purpose: 'email-change', minutes: CONFIRM_MINUTES, email })
    const owner = await findAccount(tx, { email })
    if (owner) await notifyOwner(platform, tx, owner)
    else await mailer.queue(tx, confirmNewEmail({ config, to: email, firstName: user.firstName, token }))
    await mailer.queue(tx, emailChangeAsked({ config, to: user.email, firstName: user.firstName, email }))
    await audit(tx, actor, {
      action: 'user.email-change-requested',
      ...aboutUser(user),
      changes: { email: [user.email, email] },
    })
    return token
  }
  await withGuess(platform, actor, user, ask).catch(async (error: unknown) => {
    await limits.giveBack('emailed link by account', user.id)
    throw error
  })
}

type Owner = { id: string; email: string; firstName: string }

/** Notifies the owner of the address once a day. The answer does not reveal that an account exists. */
async function notifyOwner({ config, mailer }: Platform, tx: Database, { id, email: to, firstName }: Owner) {
  await mailer.queue(tx, addressInUse({ config, to, firstName }), { once: onceADay('address-in-use', id) })
}

export const keepEmail = ({ db }: Platform, actor: Actor, user: User) =>
  db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    await withdrawEmailChange(tx, actor, user)
  })

/** Of a locked user. */
export async function withdrawEmailChange(tx: Database, actor: Actor, user: User) {
  const pending = await findPendingEmail(tx, user.id)
  if (!pending) return
  await deleteTokens(tx, user.id, ['email-change'])
  await audit(tx, actor, {
    action: 'user.email-change-withdrawn',
    ...aboutUser(user),
    changes: { email: [pending.email, user.email] },
  })
}

/** Resends the link that confirms the current address. The previous link stops working. */
export const mailVerification = (platform: Platform, actor: Actor, user: SessionUser) =>
  resendVerification(platform, actor, user, (tx) => lockSignedIn(tx, user))

/** For an applicant, who has no session yet. */
export async function mailFirstVerification(platform: Platform, visit: Visit, credentials: Credentials) {
  const applicant = await findByPassword(platform, visit, credentials)
  requirePending(applicant)
  await resendVerification(platform, as(visit.actor, applicant), applicant, async (tx) => {
    const locked = await lockAccount(tx, applicant.id)
    if (!locked) throw unauthorized(WRONG_CREDENTIALS)
    requirePending(locked)
    return locked
  })
}

async function resendVerification(platform: Platform, actor: Actor, user: User, lock: (tx: Database) => Promise<User>) {
  requireUnverified(user)
  await platform.limits.spend('emailed link by account', user.id)
  await platform.db.transaction(async (tx) => {
    const locked = await lock(tx)
    requireUnverified(locked)
    await queueVerification(platform, tx, actor, locked)
  })
}

function requirePending({ status }: User) {
  if (status !== 'pending') throw conflict('This account is not waiting for approval.')
}

function requireUnverified({ isEmailVerified }: User) {
  if (isEmailVerified) throw conflict('Your email address is already confirmed.')
}

/** The user, or an admin. */
export async function queueVerification({ config, mailer }: Platform, tx: Database, actor: Actor, user: User) {
  const token = await issueLink(tx, { userId: user.id, purpose: 'email-verification', minutes: CONFIRM_MINUTES })
  await mailer.queue(tx, confirmEmail({ config, to: user.email, firstName: user.firstName, token }))
  await audit(tx, actor, { action: 'user.verification-sent', ...aboutUser(user) })
}
