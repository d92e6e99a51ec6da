import { fullName, type User } from '#contract/identity/session.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganization, refuseSuspended } from '#server/domain/organizations.ts'
import { findAdministrators } from '#server/domain/users.ts'
import { lockSignedIn, type Caller } from '#server/identity/session/verified.ts'
import { requireAdministrator } from '#server/identity/team/members.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ssoChanged, type SsoEffect } from './emails.ts'

export type Administrator = Caller & Pick<User, 'firstName' | 'lastName'> & { actor: Actor; organizationId: string }

/** Locks the organization. Refuses a caller who lost access while waiting. */
export async function lockForAdministrator(tx: Database, administrator: Administrator) {
  const organization = await lockOrganization(tx, administrator.organizationId)
  await requireAdministrator(tx, administrator.organizationId, administrator.id)
  await lockSignedIn(tx, administrator)
  refuseSuspended(organization)
  return organization
}

type Announcement = { changes: Changes; effect: SsoEffect; subject: string }

/**
 * Audits the change and emails every administrator, also the one who did it: a stolen session must not open all accounts unnoticed.
 * `subject`: the issuer or the domain.
 */
export async function recordChange(
  { config, mailer }: Pick<Platform, 'config' | 'mailer'>,
  tx: Database,
  { actor, organizationId, ...administrator }: Administrator,
  { changes, effect, subject }: Announcement,
) {
  await audit(tx, actor, {
    action: 'organization.sso-changed',
    organizationId,
    subject: { kind: 'organization', id: organizationId },
    changes,
  })
  const by = fullName(administrator)
  for (const { email: to, firstName } of await findAdministrators(tx, organizationId))
    await mailer.queue(tx, ssoChanged({ config, to, firstName, effect, subject, by }))
}
