import {
  ALREADY_IN_TEAM,
  ONLY_THE_VENDOR,
  WAS_REMOVED,
  type Invitation,
  type InvitationDraft,
} from '#contract/identity/team.ts'
import type { Database } from '#server/database/database.ts'
import { onceADay } from '#server/domain/emails.ts'
import { lockOrganization } from '#server/domain/organizations.ts'
import { findAccount } from '#server/identity/session/queries.ts'
import { audit } from '#server/platform/audit.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findInvitation, insertInvitation, renewInvitation, setRevoked, revokeOpenTo } from './invitation-queries.ts'
import { invitationNotPossible, teamInvitation } from './emails.ts'
import { lockForAdministrator, requireAdministrator, type Administrator } from './members.ts'
import { findMember } from './queries.ts'

export async function invite(platform: Platform, inviter: Administrator, { email, role }: InvitationDraft) {
  const { db, limits } = platform
  const { id: invitedBy, actor, organizationId } = inviter
  await limits.spend('invitation by user', invitedBy)
  return db.transaction(async (tx) => {
    const organization = await lockForAdministrator(tx, inviter)
    const known = await findKnown(tx, organizationId, email)
    await revokeOpenTo(tx, organizationId, email)
    const token = newToken()
    const { id } = await insertInvitation(tx, { organizationId, email, role, tokenHash: sha256(token), invitedBy })
    await audit(tx, actor, {
      action: 'invitation.created',
      organizationId,
      subject: { kind: 'invitation', id },
      changes: { email: [null, email], role: [null, role] },
    })
    return mail(platform, tx, { id, organization: organization.name, token, known })
  })
}

export async function resendInvitation(platform: Platform, inviter: Administrator, id: string) {
  const { db, limits } = platform
  const { actor, organizationId } = inviter
  await limits.spend('invitation by user', inviter.id)
  return db.transaction(async (tx) => {
    const organization = await lockForAdministrator(tx, inviter)
    const token = newToken()
    const renewed = await renewInvitation(tx, organizationId, id, { tokenHash: sha256(token), invitedBy: inviter.id })
    if (!renewed) throw notFound('Invitation')
    const known = await findKnown(tx, organizationId, renewed.email)
    await audit(tx, actor, { action: 'invitation.resent', organizationId, subject: { kind: 'invitation', id } })
    return mail(platform, tx, { id, organization: organization.name, token, known })
  })
}

export const revokeInvitation = (db: Database, { actor, organizationId, id: by }: Administrator, id: string) =>
  db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    await requireAdministrator(tx, organizationId, by)
    const revoked = await setRevoked(tx, organizationId, id)
    if (!revoked) throw notFound('Invitation')
    await audit(tx, actor, {
      action: 'invitation.revoked',
      organizationId,
      subject: { kind: 'invitation', id },
      changes: { email: [revoked.email, null] },
    })
  })

type ExistingUser = Awaited<ReturnType<typeof findAccount>>

/** The account that uses the address elsewhere. Administrators know their own members anyway. */
async function findKnown(tx: Database, organizationId: string, email: string): Promise<ExistingUser> {
  const known = await findAccount(tx, { email })
  if (known?.organizationId === organizationId) throw conflict(await whyNotInvited(tx, { ...known, organizationId }))
  return known
}

async function whyNotInvited(tx: Database, { organizationId, id }: Pick<Administrator, 'organizationId' | 'id'>) {
  const member = await findMember(tx, organizationId, id)
  if (member?.status !== 'suspended') return ALREADY_IN_TEAM
  return member.isRemoved ? WAS_REMOVED : ONLY_THE_VENDOR
}

type Email = { id: string; organization: string; token: string; known: ExistingUser }

/** For an address with an account elsewhere, the answer is the same, but its owner gets a notice instead of a link. */
async function mail({ config, mailer }: Platform, tx: Database, { id, known, ...facts }: Email): Promise<Invitation> {
  const invitation = await findInvitation(tx, id)
  const { email: to, invitedBy } = invitation
  if (!known) await mailer.queue(tx, teamInvitation({ config, to, invitedBy, ...facts }))
  else {
    const { email, firstName } = known
    const once = onceADay('invitation-not-possible', known.id)
    await mailer.queue(tx, invitationNotPossible({ config, to: email, firstName, invitedBy, ...facts }), { once })
  }
  return invitation
}
