import {
  ALREADY_ERASED,
  canErase,
  NOT_SUSPENDED,
  WRONG_ADDRESS,
  type Erasure,
} from '#contract/identity/personal-data.ts'
import type { User } from '#contract/identity/session.ts'
import { aboutUser, lockUser } from '#server/domain/users.ts'
import { endOverdue } from '#server/identity/session/viewings/actions.ts'
import { lockOrganizationOfUser } from '#server/identity/users/actions.ts'
import { unknownPassword } from '#server/identity/users/staff.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { badRequest, conflict } from '#server/platform/http/errors.ts'
import { removeEmailsTo } from '#server/platform/mail/queries.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findAddresses } from './address-queries.ts'
import { anonymizeUser, deleteInvitationsTo, deleteOwnRows } from './erasure-queries.ts'

/**
 * Leaves what the organization and the vendor must keep, such as tickets, payments and the audit log, without the person's name. The suspension
 * before has ended all access.
 */
export async function eraseUser(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { id, email }: Erasure & Pick<User, 'id'>,
): Promise<User> {
  const passwordHash = await unknownPassword()
  return db.transaction(async (tx) => {
    await lockOrganizationOfUser(tx, id)
    const user = await lockUser(tx, id)
    if (!canErase(user)) throw conflict(user.isErased ? ALREADY_ERASED : NOT_SUSPENDED)
    if (email.toLowerCase() !== user.email.toLowerCase()) throw badRequest(WRONG_ADDRESS, { email: WRONG_ADDRESS })
    const addresses = await findAddresses(tx, id)
    await deleteInvitationsTo(tx, user.organizationId, addresses)
    // A view of a session that is over waits to be audited.
    await endOverdue(tx)
    await deleteOwnRows(tx, id)
    await removeEmailsTo(tx, addresses)
    const anonymous = await anonymizeUser(tx, id, passwordHash)
    await audit(tx, actor, { action: 'user.erased', ...aboutUser(user) })
    return { ...user, ...anonymous, isEmailVerified: false, isMfaEnabled: false, isErased: true }
  })
}
