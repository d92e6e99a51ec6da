import type { PasswordChange } from '#contract/identity/account.ts'
import { aboutUser } from '#server/domain/users.ts'
import { endAccess } from '#server/identity/session/actions.ts'
import { passwordChanged } from '#server/identity/session/emails.ts'
import { hashPassword } from '#server/identity/session/passwords/hashing.ts'
import { refuseWeakPassword } from '#server/identity/session/passwords/password-rules.ts'
import { findTimes, setPassword } from '#server/identity/session/queries.ts'
import { openSession, sessionHours } from '#server/identity/session/sessions.ts'
import { requirePassword, requireVerified } from '#server/identity/session/verified.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Ends all sessions, opens a new one for the caller and emails the owner. Of two concurrent changes one is refused. */
export async function changePassword(
  platform: Platform,
  { actor, userAgent, browser }: Omit<Visit, 'replaces'>,
  user: SessionUser,
  form: PasswordChange,
) {
  const { db, config, mailer } = platform
  const verified = await requirePassword(platform, actor, user, form.currentPassword, 'currentPassword')
  await refuseWeakPassword(form.newPassword, [user.email, user.username, user.organization], 'newPassword')
  const passwordHash = await hashPassword(form.newPassword)
  const hours = sessionHours(config, user.role)
  const opened = await db.transaction(async (tx) => {
    await requireVerified(tx, verified, user)
    const { confirmedAt, ...age } = await findTimes(tx, user.sessionId)
    const kept = {
      // With two-factor authentication the password confirms nothing.
      ...(verified.isMfaEnabled && { confirmedAt }),
      // The identity provider was not asked again.
      ...((user.isSso || verified.isSsoRequired) && age),
    }
    await setPassword(tx, user.id, passwordHash)
    const known = await endAccess(tx, user.id, { browser })
    await mailer.queue(tx, passwordChanged({ config, to: user.email, firstName: user.firstName }))
    await audit(tx, actor, { action: 'user.password-changed', ...aboutUser(user) })
    const { id: userId, isSso } = user
    const token = await openSession(tx, { userId, hours, ip: actor.ip, userAgent, isSso, ...kept })
    return { token, browser: known }
  })
  return { ...opened, hours }
}
