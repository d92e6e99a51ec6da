import { RESET_MINUTES, type User } from '#contract/identity/session.ts'
import { OWN_ACCOUNT, canMailPasswordReset, canMailVerification } from '#contract/identity/users.ts'
import { aboutUser, lockUser } from '#server/domain/users.ts'
import { queueVerification } from '#server/identity/account/email-change.ts'
import { endSessions as endSessionsOf } from '#server/identity/session/actions.ts'
import { forgetOtherBrowsers } from '#server/identity/session/guessing/known-browsers.ts'
import { passwordReset } from '#server/identity/session/emails.ts'
import { removeSecondFactor } from '#server/identity/session/mfa/second-factor.ts'
import { endAllAccess } from '#server/identity/session/passwords/end-all-access.ts'
import { deleteTokens } from '#server/identity/session/queries.ts'
import { issueLink } from '#server/identity/session/registration/links.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cannotBe } from './actions.ts'
import { mfaReset } from './emails.ts'
import { countLiveSessions, findUser, updateUser } from './queries.ts'

export const resetMfa = ({ db, config, mailer }: Platform, actor: Actor, id: string): Promise<User> =>
  db.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (user.id === actor.id) throw conflict(OWN_ACCOUNT)
    if (!user.isMfaEnabled) return user
    await updateUser(tx, id, { mfaEnabledAt: null })
    await removeSecondFactor(tx, id)
    const ended = await endAllAccess(tx, actor, id)
    await mailer.queue(tx, mfaReset({ config, to: user.email, firstName: user.firstName, ...ended }))
    await audit(tx, actor, { action: 'user.mfa-reset', ...aboutUser(user), changes: { isMfaEnabled: [true, false] } })
    return { ...user, isMfaEnabled: false }
  })

export const endSessions = ({ db, config }: Platform, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (user.id === actor.id) throw conflict(OWN_ACCOUNT)
    const ended = await countLiveSessions(tx, id, config.sessions)
    await endSessionsOf(tx, id)
    await forgetOtherBrowsers(tx, id, undefined)
    await deleteTokens(tx, id, ['email-change'])
    if (ended > 0)
      await audit(tx, actor, { action: 'user.sessions-revoked', ...aboutUser(user), changes: { sessions: [ended, 0] } })
    return { ended }
  })

/** Shares its budget with the user's own requests. */
export async function mailVerification(platform: Platform, actor: Actor, id: string): Promise<User> {
  const user = await findUser(platform.db, id)
  if (!user) throw notFound('User')
  requireUnverified(user)
  await platform.limits.spend('emailed link by account', id)
  return platform.db.transaction(async (tx) => {
    const locked = await lockUser(tx, id)
    requireUnverified(locked)
    await queueVerification(platform, tx, actor, locked)
    return locked
  })
}

/** Shares its budget with the user's own links. The former link ends. */
export async function mailPasswordReset(platform: Platform, actor: Actor, id: string): Promise<User> {
  const { db, config, mailer, limits } = platform
  const found = await findUser(db, id)
  if (!found) throw notFound('User')
  requireResettable(found, actor)
  await limits.spend('emailed link by account', id)
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    requireResettable(user, actor)
    const token = await issueLink(tx, { userId: id, purpose: 'password-reset', minutes: RESET_MINUTES })
    await mailer.queue(tx, passwordReset({ config, to: user.email, firstName: user.firstName, token }))
    await audit(tx, actor, { action: 'user.password-reset-sent', ...aboutUser(user) })
    return user
  })
}

function requireResettable(user: User, actor: Actor) {
  if (user.id === actor.id) throw conflict(OWN_ACCOUNT)
  if (!canMailPasswordReset(user, { id: actor.id ?? '' })) throw cannotBe('emailed', user)
}

function requireUnverified(user: User) {
  if (user.isEmailVerified) throw conflict('This email address is already confirmed.')
  if (!canMailVerification(user)) throw cannotBe('emailed', user)
}
