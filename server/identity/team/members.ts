import { NOT_YOUR_ROLE } from '#contract/errors.ts'
import {
  LAST_ADMINISTRATOR,
  ONLY_THE_VENDOR,
  canChangeRole,
  canReactivate,
  canRemove,
  type Member,
  type TeamRole,
} from '#contract/identity/team.ts'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganization, refuseSuspended } from '#server/domain/organizations.ts'
import { unlinkSso } from '#server/domain/sso.ts'
import { revokeTokensBy } from '#server/identity/session/api-tokens/actions.ts'
import { endAccess, endSessions } from '#server/identity/session/actions.ts'
import { endInvitationsBy } from '#server/identity/session/registration/end-invitations.ts'
import { lockSignedIn, type Caller } from '#server/identity/session/verified.ts'
import { endViewingsOf } from '#server/identity/session/viewings/actions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import { conflict, forbidden, notFound } from '#server/platform/http/errors.ts'
import { countOtherAdministrators, findMember, isAdministrator, lockMember, updateMember } from './queries.ts'

type Change = { actor: Actor; organizationId: string; id: string }

export const changeRole = (db: Database, change: Change, role: TeamRole) =>
  db.transaction(async (tx) => {
    const member = await lockForChange(tx, change)
    if (member.role === role) return member
    if (!canChangeRole(member)) throw conflict(`The role of a member who is ${member.status} cannot be changed.`)
    if (member.role === 'org_admin') await requireAnotherAdministrator(tx, change)
    await updateMember(tx, member.id, { role })
    await endInvitationsBy(tx, change.actor, member.id)
    await endSessions(tx, member.id)
    await revokeTokensBy(tx, change.actor, member.id)
    return auditAndRead(tx, change, 'member.role-changed', { role: [member.role, role] })
  })

/** Ends access immediately. The account stays for its history and can be reactivated. */
export const removeMember = (db: Database, change: Change) =>
  db.transaction(async (tx) => {
    const member = await lockForChange(tx, change)
    if (member.isRemoved) return member
    if (!canRemove(member)) throw conflict(`A member who is ${member.status} cannot be removed.`)
    if (member.role === 'org_admin') await requireAnotherAdministrator(tx, change)
    await updateMember(tx, member.id, { status: 'suspended' })
    await endInvitationsBy(tx, change.actor, member.id)
    await endViewingsOf(tx, member.id)
    await endAccess(tx, member.id)
    await revokeTokensBy(tx, change.actor, member.id)
    return auditAndRead(tx, change, 'member.removed', { status: [member.status, 'suspended'] })
  })

export const reactivateMember = (db: Database, change: Change) =>
  db.transaction(async (tx) => {
    const member = await lockForChange(tx, change)
    if (member.status === 'active') return member
    if (!canReactivate(member)) throw conflict(ONLY_THE_VENDOR)
    // Ends whatever outlived the removal before it could work again.
    await unlinkSso(tx, member.id)
    await endAccess(tx, member.id)
    await updateMember(tx, member.id, { status: 'active' })
    return auditAndRead(tx, change, 'member.reactivated', { status: [member.status, 'active'] })
  })

/** Under the organization's lock: a caller who lost the role while waiting is refused. */
export async function requireAdministrator(tx: Database, organizationId: string, id: string | null) {
  if (!id || !(await isAdministrator(tx, organizationId, id))) throw forbidden(NOT_YOUR_ROLE)
}

export type Administrator = Caller & { actor: Actor; organizationId: string }

/** Locks the organization. Refuses a caller who lost access while waiting. */
export async function lockForAdministrator(tx: Database, administrator: Administrator) {
  const organization = await lockOrganization(tx, administrator.organizationId)
  await requireAdministrator(tx, administrator.organizationId, administrator.id)
  await lockSignedIn(tx, administrator)
  refuseSuspended(organization)
  return organization
}

/** Always the organization before the member, so that administrators do not change while they are counted. */
async function lockForChange(tx: Database, { actor, organizationId, id }: Change): Promise<Member> {
  await lockOrganization(tx, organizationId)
  await requireAdministrator(tx, organizationId, actor.id)
  await lockMember(tx, organizationId, id)
  return readMember(tx, organizationId, id)
}

async function readMember(tx: Database, organizationId: string, id: string) {
  const member = await findMember(tx, organizationId, id)
  if (!member) throw notFound('Member')
  return member
}

async function requireAnotherAdministrator(tx: Database, { organizationId, id }: Change) {
  if ((await countOtherAdministrators(tx, organizationId, id)) === 0) throw conflict(LAST_ADMINISTRATOR)
}

async function auditAndRead(
  tx: Database,
  { actor, organizationId, id }: Change,
  action: ActionOn<'member'>,
  changes: Changes,
) {
  await audit(tx, actor, { action, organizationId, subject: { kind: 'user', id }, changes })
  return readMember(tx, organizationId, id)
}
