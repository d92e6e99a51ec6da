import { INTERNAL_REASON } from '#contract/operations/audit.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganization } from '#server/domain/organizations.ts'
import { switchOff, switchOn } from '#server/domain/switch-licenses.ts'
import { orgAdminsWanting } from '#server/domain/users.ts'
import { addNote } from '#server/operations/customers/customer-notes/actions.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Email } from '#server/platform/mail/email.ts'
import type { Platform } from '#server/platform/platform.ts'
import { auditOrganization, readOrganization } from './actions.ts'
import { organizationReactivated, organizationSuspended } from './emails.ts'
import { hasLapsed, setSuspended } from './queries.ts'

type Suspension = { id: string; reason: string; note?: { userId: string; text: string } | undefined }

/** Repeating it affects only licenses created since; the first reason stays. */
export const suspendOrganization = (platform: Platform, actor: Actor, { id, reason, note }: Suspension) =>
  platform.db.transaction(async (tx) => {
    const { name, suspendedAt } = await lockOrganization(tx, id)
    if (!suspendedAt) {
      await setSuspended(tx, id, reason)
      await auditOrganization(tx, actor, id, {
        action: 'organization.suspended',
        changes: { suspended: [false, true], [INTERNAL_REASON]: [null, reason] },
      })
      await notifyAdmins(platform, tx, id, (target) => organizationSuspended({ ...target, organization: name }))
    }
    if (note) await addNote(tx, actor, { organizationId: id, ...note })
    const affectedLicenses = await switchOff(tx, actor, id)
    return { organization: await readOrganization(tx, id), affectedLicenses }
  })

/** Licenses stay inactive if the subscription has ended, until there is a new one. */
export const reactivateOrganization = (platform: Platform, actor: Actor, id: string) =>
  platform.db.transaction(async (tx) => {
    const { name, suspendedAt } = await lockOrganization(tx, id)
    const isRunning = !(await hasLapsed(tx, id))
    if (suspendedAt) {
      await setSuspended(tx, id, null)
      await auditOrganization(tx, actor, id, {
        action: 'organization.reactivated',
        changes: { suspended: [true, false] },
      })
      await notifyAdmins(platform, tx, id, (target) =>
        organizationReactivated({ ...target, organization: name, isRunning }),
      )
    }
    const affectedLicenses = isRunning ? await switchOn(tx, actor, id) : 0
    return { organization: await readOrganization(tx, id), affectedLicenses }
  })

type EmailTarget = { config: Platform['config']; to: { email: string; firstName: string } }

async function notifyAdmins(
  { config, mailer }: Platform,
  tx: Database,
  id: string,
  write: (target: EmailTarget) => Email,
) {
  for (const to of await orgAdminsWanting(tx, id, 'subscription')) await mailer.queue(tx, write({ config, to }))
}
