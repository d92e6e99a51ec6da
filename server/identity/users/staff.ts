import type { User } from '#contract/identity/session.ts'
import {
  CUSTOMER_ROLE,
  OWN_ACCOUNT,
  canChangeRole,
  type StaffDraft,
  type StaffRole,
  ADDRESS_LINK_HOURS,
} from '#contract/identity/users.ts'
import { isStaff } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { aboutUser, lockUser } from '#server/domain/users.ts'
import { revokeTokensBy } from '#server/identity/session/api-tokens/actions.ts'
import { endSessions } from '#server/identity/session/actions.ts'
import { hashPassword } from '#server/identity/session/passwords/hashing.ts'
import { issueLink } from '#server/identity/session/registration/links.ts'
import { EMAIL_TAKEN } from '#server/identity/session/registration/registration.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { newToken } from '#server/platform/hashing.ts'
import { conflict, conflictAt } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cannotBe, keepAnAdmin, requireStillAdmin } from './actions.ts'
import { adminAdded, staffInvitation } from './emails.ts'
import { lockActiveAdmins, updateUser, insertStaff, type NewStaff } from './queries.ts'
import { usernamesFor } from './usernames.ts'

/** A hash of an unknown password, until the user sets one. Slow, so create it before the transaction. */
export const unknownPassword = () => hashPassword(newToken())

/** Creates a staff member and the token of the password link. Returns nothing if the address is taken. */
export async function createStaff(tx: Database, actor: Actor, staff: StaffDraft & Pick<NewStaff, 'passwordHash'>) {
  const made = await insertUnderFreeName(tx, staff)
  if (!made) return
  const token = await issueLink(tx, { userId: made.id, purpose: 'password-reset', minutes: ADDRESS_LINK_HOURS * 60 })
  await audit(tx, actor, {
    action: 'user.created',
    subject: { kind: 'user', id: made.id },
    changes: { email: [null, staff.email], role: [null, staff.role] },
  })
  return { id: made.id, token }
}

async function insertUnderFreeName(tx: Database, staff: Omit<NewStaff, 'username'>) {
  for (const username of usernamesFor(staff.email)) {
    const made = await insertStaff(tx, { ...staff, username })
    if (made) return made
  }
}

export async function addStaff(
  { db, config, limits, mailer }: Platform,
  actor: Actor,
  draft: StaffDraft,
): Promise<User> {
  await limits.spend('invitation by user', actor.id ?? '')
  const passwordHash = await unknownPassword()
  return db.transaction(async (tx) => {
    const admins = await lockActiveAdmins(tx)
    requireStillAdmin(admins, actor)
    const made = await createStaff(tx, actor, { ...draft, passwordHash })
    if (!made) throw conflictAt('email', EMAIL_TAKEN)
    const { email: to, firstName, role } = draft
    await mailer.queue(tx, staffInvitation({ config, to, firstName, role, invitedBy: actor.name, token: made.token }))
    if (role === 'admin') await announceAdmin({ config, mailer }, tx, actor, { admins, admin: draft })
    return lockUser(tx, made.id)
  })
}

type NewAdmin = { admins: readonly Pick<User, 'email' | 'firstName'>[]; admin: Omit<StaffDraft, 'role'> }

/** Emails every admin, also the one who did it: a stolen session must not add an admin unnoticed. */
async function announceAdmin(
  { config, mailer }: Pick<Platform, 'config' | 'mailer'>,
  tx: Database,
  actor: Actor,
  { admins, admin }: NewAdmin,
) {
  for (const { email: to, firstName } of admins)
    await mailer.queue(tx, adminAdded({ config, to, firstName, admin, by: actor.name }))
}

export const changeRole = (
  { db, config, mailer }: Platform,
  actor: Actor,
  id: string,
  role: StaffRole,
): Promise<User> =>
  db.transaction(async (tx) => {
    if (id === actor.id) throw conflict(OWN_ACCOUNT)
    const admins = await keepAnAdmin(tx, actor, id)
    const user = await lockUser(tx, id)
    if (user.role === role) return user
    if (!isStaff(user.role)) throw conflict(CUSTOMER_ROLE)
    if (!canChangeRole(user, { id: actor.id ?? '' })) throw cannotBe('given another role', user)
    await updateUser(tx, id, { role })
    await endSessions(tx, id)
    await revokeTokensBy(tx, actor, id)
    await audit(tx, actor, { action: 'user.role-changed', ...aboutUser(user), changes: { role: [user.role, role] } })
    if (role === 'admin') await announceAdmin({ config, mailer }, tx, actor, { admins, admin: user })
    return { ...user, role }
  })
