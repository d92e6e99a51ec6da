import { fullName, type User } from '#contract/identity/session.ts'
import type { Database } from '#server/database/database.ts'
import { findAdministrators } from '#server/domain/users.ts'
import type { Administrator } from '#server/identity/team/members.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ssoChanged, type SsoEffect } from './emails.ts'

type Announcement = { changes: Changes; effect: SsoEffect; subject: string }
type Origin = { organizationId: string; actor: Actor; by: string }

/**
 * Audits the change and emails every administrator, also the one who did it: a stolen session must not open all accounts unnoticed.
 * `subject`: the issuer or the domain.
 */
export async function announceChange(
  { config, mailer }: Pick<Platform, 'config' | 'mailer'>,
  tx: Database,
  { organizationId, actor, by }: Origin,
  { changes, effect, subject }: Announcement,
) {
  await audit(tx, actor, {
    action: 'organization.sso-changed',
    organizationId,
    subject: { kind: 'organization', id: organizationId },
    changes,
  })
  for (const { email: to, firstName } of await findAdministrators(tx, organizationId))
    await mailer.queue(tx, ssoChanged({ config, to, firstName, effect, subject, by }))
}

export type NamedAdministrator = Administrator & Pick<User, 'firstName' | 'lastName'>

export const recordChange = (
  platform: Pick<Platform, 'config' | 'mailer'>,
  tx: Database,
  { organizationId, actor, ...administrator }: NamedAdministrator,
  announcement: Announcement,
) => announceChange(platform, tx, { organizationId, actor, by: fullName(administrator) }, announcement)
