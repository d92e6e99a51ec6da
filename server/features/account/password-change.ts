import type { PasswordChange } from '#contract/account.ts'
import type { User } from '#contract/user.ts'
import { endAccess, type Visit } from '#server/features/session/actions.ts'
import { passwordChanged } from '#server/features/session/letters.ts'
import { requirePassword, wrongPassword } from '#server/features/session/own-password.ts'
import { refuseWeakPassword } from '#server/features/session/password-rules.ts'
import { openSession, sessionHours } from '#server/features/session/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import type { Platform } from '#server/platform/platform.ts'
import { about } from './actions.ts'
import { replacePassword } from './queries.ts'

type Seat = Omit<Visit, 'replaces'>

/** Ends every session, opens a new one for who did it, and tells the owner. Of two at once, one finds its password outdated. */
export async function changePassword(platform: Platform, { actor, userAgent }: Seat, user: User, form: PasswordChange) {
  const { db, config, mailer } = platform
  const before = await requirePassword(platform, user.id, form.currentPassword, 'currentPassword')
  refuseWeakPassword(form.newPassword, [user.email, user.username, user.organization], 'newPassword')
  const passwordHash = await hashPassword(form.newPassword)
  const hours = sessionHours(config, user.role)
  const token = await db.transaction(async (tx) => {
    if (!(await replacePassword(tx, user.id, before, passwordHash))) throw wrongPassword('currentPassword')
    await endAccess(tx, user.id)
    await mailer.queue(tx, passwordChanged({ config, to: user.email, firstName: user.firstName }))
    await audit(tx, actor, { action: 'user.password-changed', ...about(user) })
    return openSession(tx, { userId: user.id, hours, ip: actor.ip, userAgent })
  })
  return { token, hours }
}
