import { NOT_YOUR_ROLE } from '#contract/errors.ts'
import { ALREADY_ERASED } from '#contract/identity/personal-data.ts'
import type { SuspensionReason, User } from '#contract/identity/session.ts'
import { LAST_ADMIN, OWN_ACCOUNT, canActivate, canReactivate, canSuspend } from '#contract/identity/users.ts'
import { INTERNAL_REASON } from '#contract/operations/audit.ts'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import type { Database } from '#server/database/database.ts'
import { activateOrganization, lockOrganization } from '#server/domain/organizations.ts'
import { aboutUser, lockUser } from '#server/domain/users.ts'
import { revokeTokensBy } from '#server/identity/session/api-tokens/actions.ts'
import { endAccess } from '#server/identity/session/actions.ts'
import { endViewingsOf } from '#server/identity/session/viewings/actions.ts'
import { accountActivated } from '#server/identity/session/emails.ts'
import { endInvitationsBy } from '#server/identity/session/registration/end-invitations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, forbidden } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { accountReactivated } from './emails.ts'
import { findUser, lockActiveAdmins, updateUser } from './queries.ts'

/** The sales approval: changes account and organization and queues the email. Repeating it does nothing. */
export const activateUser = (platform: Platform, actor: Actor, id: string): Promise<User> =>
  platform.db.transaction(async (tx) => {
    await lockOrganizationOfUser(tx, id)
    const user = await lockUser(tx, id)
    if (user.status === 'active') return user
    if (!canActivate(user)) throw cannotBe('activated', user)
    return approveUser(platform, tx, actor, user)
  })

/** Of a pending user who is locked, after the organization. */
export async function approveUser({ config, mailer }: Platform, tx: Database, actor: Actor, user: User) {
  if (user.organizationId) await activateOrganization(tx, user.organizationId)
  await mailer.queue(tx, accountActivated({ config, to: user.email, firstName: user.firstName }))
  return changeStatus(tx, actor, user, { status: 'active', action: 'user.approved' })
}

/** Before the user, in the same order as changes of a team. Users never change organizations. */
export async function lockOrganizationOfUser(tx: Database, id: string) {
  const user = await findUser(tx, id)
  return user?.organizationId ? lockOrganization(tx, user.organizationId) : undefined
}

/** Ends access immediately, with all links that could restore it. */
export const suspendUser = (
  { db }: Platform,
  actor: Actor,
  { id, reason }: SuspensionReason & Pick<User, 'id'>,
): Promise<User> =>
  db.transaction(async (tx) => {
    await keepAnAdmin(tx, actor, id)
    const user = await lockUser(tx, id)
    if (user.id === actor.id) throw conflict(OWN_ACCOUNT)
    if (user.status === 'suspended') return user
    if (!canSuspend(user, { id: actor.id ?? '' })) throw cannotBe('suspended', user)
    await endInvitationsBy(tx, actor, id)
    await endViewingsOf(tx, id)
    await revokeTokensBy(tx, actor, id)
    await endAccess(tx, id)
    return changeStatus(tx, actor, user, { status: 'suspended', action: 'user.suspended', reason })
  })

export const reactivateUser = ({ db, config, mailer }: Platform, actor: Actor, id: string): Promise<User> =>
  db.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (user.status === 'active') return user
    if (user.isErased) throw conflict(ALREADY_ERASED)
    if (!canReactivate(user)) throw cannotBe('reactivated', user)
    // A sign-in during the suspension may have left a session.
    await endAccess(tx, id)
    await mailer.queue(tx, accountReactivated({ config, to: user.email, firstName: user.firstName }))
    return changeStatus(tx, actor, user, { status: 'active', action: 'user.reactivated' })
  })

export const cannotBe = (done: string, { status }: Pick<User, 'status'>) =>
  conflict(`A user who is ${status} cannot be ${done}.`)

/** Of two admins who suspend or demote each other, one remains. */
export async function keepAnAdmin(tx: Database, actor: Actor, id: string) {
  const admins = await lockActiveAdmins(tx)
  if (admins.every((admin) => admin.id === id)) throw conflict(LAST_ADMIN)
  requireStillAdmin(admins, actor)
  return admins
}

/** Under the admins' lock: a caller who was suspended or demoted while waiting is refused. */
export function requireStillAdmin(admins: Pick<User, 'id'>[], actor: Actor) {
  if (!admins.some(({ id }) => id === actor.id)) throw forbidden(NOT_YOUR_ROLE)
}

type Change = { status: User['status']; action: ActionOn<'user'>; reason?: string }

/** The team page reads from this entry whether the vendor suspended the user, so it always includes the status. */
async function changeStatus(tx: Database, actor: Actor, user: User, { status, action, reason }: Change): Promise<User> {
  await updateUser(tx, user.id, { status })
  const internal = reason !== undefined && { [INTERNAL_REASON]: [null, reason] as [null, string] }
  await audit(tx, actor, { action, ...aboutUser(user), changes: { status: [user.status, status], ...internal } })
  return { ...user, status }
}
