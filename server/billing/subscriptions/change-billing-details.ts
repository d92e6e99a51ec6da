import { type BillingDetails, type BillingDetailsChange } from '#contract/billing/details.ts'
import { NO_OWN_ORGANIZATION } from '#contract/billing/subscriptions.ts'
import { withBillingLock } from '#server/billing/lock.ts'
import type { LockedOrganization } from '#server/domain/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { setDetails } from './queries.ts'

/** Only sales can change the organization's name. */
export const changeBillingDetails = async (
  platform: Platform,
  actor: Actor,
  organizationId: string | null,
  given: BillingDetailsChange,
): Promise<BillingDetails> => {
  if (!organizationId) throw conflict(NO_OWN_ORGANIZATION)
  return withBillingLock(platform, organizationId, async ({ tx, organization }) => {
    const before = present(organization)
    const optional = (name: 'phone' | 'address' | 'vatNumber') =>
      given[name] === undefined ? before[name] : given[name] || null
    const wanted = {
      contactEmail: given.contactEmail ?? before.contactEmail,
      phone: optional('phone'),
      address: optional('address'),
      vatNumber: optional('vatNumber'),
    }
    const changes = changedFields(before, wanted)
    if (Object.keys(changes).length === 0) return before
    await setDetails(tx, organizationId, wanted)
    await audit(tx, actor, {
      action: 'organization.updated',
      organizationId,
      subject: { kind: 'organization', id: organizationId },
      changes,
    })
    return { ...before, ...wanted }
  })
}

const present = ({ name: organizationName, contactEmail, phone, address, vatNumber }: LockedOrganization) => ({
  organizationName,
  contactEmail,
  phone,
  address,
  vatNumber,
})
