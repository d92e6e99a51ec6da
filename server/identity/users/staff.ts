import type { User } from '#contract/identity/session.ts'
import { CUSTOMER_ROLE, OWN_ACCOUNT, canChangeRole, type StaffDraft, type StaffRole } from '#contract/identity/users.ts'
import { isStaff } from '#contract/roles.ts'
import { lockUser } from '#server/domain/users.ts'
import { endSessions } from '#server/identity/session/actions.ts'
import { EMAIL_TAKEN } from '#server/identity/session/registration/registration.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { HttpError, conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { about, cannotBe, keepAnAdmin, requireStillAdmin } from './actions.ts'
import { createStaff, unknownPassword } from './create-staff.ts'
import { staffInvitation } from './letters.ts'
import { lockActiveAdmins, updateUser } from './queries.ts'

/** A colleague, who chooses a password by the mailed link. */
export async function addStaff(
  { db, config, limits, mailer }: Platform,
  actor: Actor,
  draft: StaffDraft,
): Promise<User> {
  await limits.spend('invitation by user', actor.id ?? '')
  const passwordHash = await unknownPassword()
  return db.transaction(async (tx) => {
    requireStillAdmin(await lockActiveAdmins(tx), actor)
    const made = await createStaff(tx, actor, { ...draft, passwordHash })
    if (!made) throw new HttpError(409, EMAIL_TAKEN, { errors: { email: EMAIL_TAKEN } })
    const { email: to, firstName, role } = draft
    await mailer.queue(tx, staffInvitation({ config, to, firstName, role, invitedBy: actor.name, token: made.token }))
    return lockUser(tx, made.id)
  })
}

/** The sessions end with the old role. A link that sets the first password stays good. */
export const changeRole = ({ db }: Platform, actor: Actor, id: string, role: StaffRole): Promise<User> =>
  db.transaction(async (tx) => {
    if (id === actor.id) throw conflict(OWN_ACCOUNT)
    await keepAnAdmin(tx, actor, id)
    const user = await lockUser(tx, id)
    if (user.role === role) return user
    if (!isStaff(user.role)) throw conflict(CUSTOMER_ROLE)
    if (!canChangeRole(user, { id: actor.id ?? '' })) throw cannotBe('given another role', user)
    await updateUser(tx, id, { role })
    await endSessions(tx, id)
    await audit(tx, actor, { action: 'user.role-changed', ...about(user), changes: { role: [user.role, role] } })
    return { ...user, role }
  })
