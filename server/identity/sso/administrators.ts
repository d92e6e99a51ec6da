import type { User } from '#contract/identity/session.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganization, refuseSuspended } from '#server/domain/organizations.ts'
import { lockSignedIn, type Caller } from '#server/identity/session/verified.ts'
import { requireAdministrator } from '#server/identity/team/members.ts'
import type { Actor } from '#server/platform/actor.ts'

export type Administrator = Caller & Pick<User, 'firstName' | 'lastName'> & { actor: Actor; organizationId: string }

/** Locks the organization. Refuses a caller who lost access while waiting. */
export async function lockForAdministrator(tx: Database, administrator: Administrator) {
  const organization = await lockOrganization(tx, administrator.organizationId)
  await requireAdministrator(tx, administrator.organizationId, administrator.id)
  await lockSignedIn(tx, administrator)
  refuseSuspended(organization)
  return organization
}
