import { OWN_MFA_FIRST } from '#contract/identity/team.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganization, updateLockedOrganization } from '#server/domain/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { requireAdministrator } from './members.ts'
import { countMembersWithoutMfa, findMfaRule } from './queries.ts'

export async function readMfaRule(db: Database, organizationId: string) {
  const [isRequired, membersWithout] = await Promise.all([
    findMfaRule(db, organizationId),
    countMembersWithoutMfa(db, organizationId),
  ])
  return { isRequired, membersWithout }
}

type Change = { actor: Actor; organizationId: string; user: SessionUser }

/** Counts from each member's next request. */
export const changeMfaRule = (db: Database, { actor, organizationId, user }: Change, isRequired: boolean) =>
  db.transaction(async (tx) => {
    const { isMfaRequired } = await lockOrganization(tx, organizationId)
    await requireAdministrator(tx, organizationId, user.id)
    if (isRequired && !user.isMfaEnabled) throw conflict(OWN_MFA_FIRST)
    if (isMfaRequired !== isRequired) {
      await updateLockedOrganization(tx, organizationId, { isMfaRequired: isRequired })
      await audit(tx, actor, {
        action: 'organization.mfa-changed',
        organizationId,
        subject: { kind: 'organization', id: organizationId },
        changes: { isMfaRequired: [isMfaRequired, isRequired] },
      })
    }
    return { isRequired, membersWithout: await countMembersWithoutMfa(tx, organizationId) }
  })
