import { domainOf } from '#contract/identity/domains.ts'
import { fullName } from '#contract/identity/session.ts'
import { canDecline, type Declining } from '#contract/identity/users.ts'
import { INTERNAL_REASON } from '#contract/operations/audit.ts'
import { hasCode, STILL_REFERENCED } from '#server/database/violations.ts'
import { aboutUser, lockUser } from '#server/domain/users.ts'
import { blockDomainIn } from '#server/identity/blocked-domains/actions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cannotBe, lockOrganizationOfUser } from './actions.ts'
import { registrationDeclined } from './emails.ts'
import { deleteApplicant } from './queries.ts'

export const IN_USE =
  'The organization already has a subscription, licenses, invoices or tickets, so its sign-up cannot be declined.'

/** Deletes the account and an organization that only it was for, so that nothing waits and the address is free again. */
export const declineUser = (
  { db, config, mailer }: Platform,
  actor: Actor,
  { id, reason, isDomainBlocked }: Declining & { id: string },
) =>
  db.transaction(async (tx) => {
    await lockOrganizationOfUser(tx, id)
    const user = await lockUser(tx, id)
    if (!canDecline(user)) throw cannotBe('declined', user)
    if (isDomainBlocked) await blockDomainIn(tx, actor, domainOf(user.email))
    await deleteApplicant(tx, user).catch((error: unknown) => {
      throw hasCode(error, STILL_REFERENCED) ? conflict(IN_USE) : error
    })
    await mailer.queue(tx, registrationDeclined({ config, to: user.email, reason }))
    await audit(tx, actor, {
      action: 'user.declined',
      ...aboutUser(user),
      changes: {
        name: [fullName(user), null],
        email: [user.email, null],
        organization: [user.organization, null],
        [INTERNAL_REASON]: [null, reason],
      },
    })
    return { message: 'Account declined' }
  })
