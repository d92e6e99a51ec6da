import { TRIAL_CANNOT_CHANGE } from '#contract/billing/subscriptions.ts'
import { monthlyCents, toAmount, toCents } from '#contract/money.ts'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { type Organization, type OrganizationChanges, type PricingUpdate } from '#contract/operations/organizations.ts'
import {
  changeTerms,
  refuseOtherPrice,
  refuseOtherSeats,
  withBillingLock,
  previewRenewal,
} from '#server/billing/public.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganization } from '#server/domain/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields, type Changes } from '#server/platform/audit.ts'
import { requireVersion } from '#server/platform/http/answers/tags.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findOrganization, findOrganizations, updateOrganization, type OrganizationRow } from './queries.ts'

export const present = ({ twelveMonthCents, ...row }: OrganizationRow): Organization => ({
  ...row,
  twelveMonthValue: toAmount(twelveMonthCents),
})

export const listOrganizations = async (db: Database) => (await findOrganizations(db)).map(present)

export async function readOrganization(db: Database, id: string) {
  const organization = await findOrganization(db, id)
  if (!organization) throw notFound('Organization')
  return present(organization)
}

/** `versions`: each `updatedAt` that the change may be based on, to detect a newer one. */
type Target = { id: string; versions?: string[] | undefined }

export const changeOrganization = (
  db: Database,
  actor: Actor,
  { id, versions }: Target,
  { phone, address, ...required }: OrganizationChanges,
) =>
  db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, id)
    requireVersion(versions, organization, 'organization')
    const wanted = { ...required, phone: orNothing(phone), address: orNothing(address) }
    const changes = changedFields(organization, wanted)
    if (Object.keys(changes).length > 0) {
      await updateOrganization(tx, id, wanted)
      await auditOrganization(tx, actor, id, { action: 'organization.updated', changes })
    }
    return readOrganization(tx, id)
  })

/** Empty text removes the value; undefined keeps it. */
const orNothing = (text: string | null | undefined) => (text === '' ? null : text)

/** Applies from now on, with or without a subscription. */
export const setPricing = (
  platform: Platform,
  actor: Actor,
  id: string,
  { twelveMonthValue, seatsFrom, twelveMonthFrom }: PricingUpdate,
) =>
  withBillingLock(platform, id, async (lock) => {
    if (lock.subscription?.isLive && lock.subscription.isTrial) throw conflict(TRIAL_CANNOT_CHANGE)
    refuseOtherSeats(lock, seatsFrom)
    refuseOtherPrice(lock, twelveMonthFrom === undefined ? undefined : monthlyCents(toCents(twelveMonthFrom)))
    const twelveMonthCents = toCents(twelveMonthValue)
    const changes = changedFields(lock.organization, { twelveMonthCents })
    if (Object.keys(changes).length > 0) {
      await changeTerms(lock, { twelveMonthCents })
      await auditOrganization(lock.tx, actor, id, { action: 'organization.price-changed', changes })
    }
    return readOrganization(lock.tx, id)
  })

/** Seats that were added earlier keep the price of their day. */
export async function previewPricing(db: Database, id: string, twelveMonthValue: string) {
  await readOrganization(db, id)
  const [before, after] = await Promise.all([
    previewRenewal(db, id),
    previewRenewal(db, id, { twelveMonthCents: toCents(twelveMonthValue) }),
  ])
  return { before, after }
}

type Story = { action: ActionOn<'organization'>; changes: Changes }

export const auditOrganization = (tx: Database, actor: Actor, id: string, story: Story) =>
  audit(tx, actor, { ...story, organizationId: id, subject: { kind: 'organization', id } })
