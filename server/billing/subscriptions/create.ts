import {
  ALREADY_SUBSCRIBED,
  monthlyTotal,
  type Subscription,
  type SubscriptionDraft,
} from '#contract/billing/billing.ts'
import { monthlyCents, toAmount } from '#contract/money.ts'
import { endIfOver, issueFirst } from '#server/billing/renewal-run/run.ts'
import type { Database } from '#server/database/database.ts'
import { countLicenses } from '#server/domain/licenses.ts'
import { lockOrganizationForUpdate } from '#server/domain/organizations.ts'
import { lockLicenses, switchOn } from '#server/domain/switch-licenses.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findSubscription, findUnended, insertSubscription, setTerms, type SubscriptionRow } from './queries.ts'

/** With its price for a month. */
export function present({ twelveMonthCents, ...subscription }: SubscriptionRow): Subscription {
  return { ...subscription, price: toAmount(monthlyCents(twelveMonthCents)), currency: 'ZAR' }
}

/**
 * Starts a subscription today, sets the organization's price and bills the first period. Locking the organization makes a second
 * one wait and fail. Licenses that the end of an earlier one switched off return, unless a suspension keeps them off.
 */
export const createSubscription = (
  platform: Platform,
  actor: Actor,
  organizationId: string,
  draft: SubscriptionDraft,
) =>
  platform.db.transaction(async (tx) => {
    const { suspendedAt, ...before } = await lockWithoutSubscription(platform, tx, organizationId)
    const { planName, licenseLimit, billingType = before.billingType, isFirstPeriodBilled } = draft
    const licensesUsed = await countLicenses(tx, organizationId)
    if (licensesUsed > licenseLimit) throw conflict(tooFewSeats(licensesUsed))
    const { id } = await insertSubscription(tx, { organizationId, planName, licenseLimit, billingType })
    const terms = { twelveMonthCents: monthlyTotal(draft) * 12, billingType }
    await setTerms(tx, organizationId, terms)
    await audit(tx, actor, {
      action: 'subscription.created',
      organizationId,
      subject: { kind: 'subscription', id },
      changes: changedFields(before, { planName, licenseLimit, ...terms }),
    })
    if (!suspendedAt) await switchOn(tx, actor, organizationId)
    if (isFirstPeriodBilled) await issueFirst(platform, tx, actor, id)
    return present(await findSubscription(tx, id))
  })

/** The organization, which has no other subscription: one that was canceled and is over ends here, before the job has been there. */
async function lockWithoutSubscription(platform: Platform, tx: Database, organizationId: string) {
  const organization = await lockOrganizationForUpdate(tx, organizationId)
  const other = await findUnended(tx, organizationId)
  if (other) await lockLicenses(tx, organizationId)
  if (other && !(await endIfOver(platform, tx, other.id))) throw conflict(ALREADY_SUBSCRIBED)
  return organization
}

export const tooFewSeats = (licensesUsed: number) =>
  `This organization already has ${licensesUsed} licenses. The subscription needs at least as many.`
