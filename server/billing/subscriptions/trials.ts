import {
  LONGEST_TRIAL,
  NOT_A_TRIAL,
  TRIAL_RANGE,
  otherEnd,
  type BilledConversion,
  type Conversion,
  type TrialChanges,
  type TrialDraft,
} from '#contract/billing/trials.ts'
import type { UpcomingInvoice } from '#contract/billing/invoices.ts'
import type { SubscriptionPreview } from '#contract/billing/subscriptions.ts'
import { monthlyTotal } from '#contract/billing/subscriptions/drafts.ts'
import { toAmount } from '#contract/money.ts'
import { dryRun } from '#server/billing/dry-run.ts'
import { notifyTrial } from '#server/billing/emails/notify.ts'
import { findQueuedEmails } from '#server/billing/emails/queries.ts'
import {
  changeSubscriptionRow,
  changeTerms,
  startSubscription,
  withBillingLock,
  withSubscriptionLock,
  type BillingLock,
} from '#server/billing/lock.ts'
import { presentItem } from '#server/billing/invoices/present.ts'
import { setPrevious } from '#server/billing/periods/queries.ts'
import { isFree } from '#server/billing/renewal-run/prices.ts'
import { issueFirst } from '#server/billing/renewal-run/steps/issue-renewal.ts'
import { dayOfMonth, periodFrom, plusDays, type Period } from '#server/domain/calendar.ts'
import { findItems, type LockedInvoice } from '#server/domain/invoices.ts'
import { endingOn, type LockedSubscription } from '#server/domain/subscriptions.ts'
import { switchOn } from '#server/domain/switch-licenses.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { badRequest, conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { refuseOtherSeats } from './change.ts'
import { endPrevious, liveOf, presentSubscription, refuseTooFew } from './create.ts'
import { recordedFeatures, refuseOtherFeatures } from './features.ts'
import { findSubscription } from './queries.ts'

/** Starts today, free of charge. Restores licenses that an earlier subscription's end deactivated, except in a suspended organization. */
export const createTrial = (platform: Platform, actor: Actor, organizationId: string, draft: TrialDraft) =>
  withBillingLock(platform, organizationId, (lock) => startTrial(platform, lock, actor, draft))

export async function startTrial(platform: Platform, lock: BillingLock, actor: Actor, draft: TrialDraft) {
  const { tx, organization: before } = lock
  await endPrevious(platform, lock)
  const { endsOn, ...terms } = draft
  refuseOtherDays(lock, endsOn)
  await refuseTooFew(lock, terms.licenseLimit)
  const { id } = await startSubscription(lock, { ...terms, period: { trialEndsOn: endsOn } })
  await changeTerms(lock, { twelveMonthCents: 0 })
  await audit(tx, actor, {
    action: 'subscription.trial-started',
    organizationId: before.id,
    subject: { kind: 'subscription', id },
    changes: {
      ...changedFields(null, { ...terms, features: recordedFeatures(terms.features), endsOn }),
      ...changedFields(before, { twelveMonthCents: 0 }),
    },
  })
  if (!before.suspendedAt) await switchOn(tx, actor, before.id)
  await notifyTrial(platform, lock, 'started')
  return presentSubscription(await findSubscription(tx, id))
}

/** Changes the end, licenses or features of a trial. */
export const changeTrial = (
  platform: Platform,
  actor: Actor,
  id: string,
  { featuresFrom, seatsFrom, ...wanted }: TrialChanges,
) =>
  withSubscriptionLock(platform, id, async (lock) => {
    const { tx } = lock
    const before = trialOf(lock, id)
    refuseOtherSeats(lock, seatsFrom)
    refuseOtherFeatures(before.features, featuresFrom)
    const { endsOn = before.lastDay, licenseLimit = before.licenseLimit, features = before.features } = wanted
    const changes = changedFields(
      { endsOn: before.lastDay, licenseLimit: before.licenseLimit, features: recordedFeatures(before.features) },
      { endsOn, licenseLimit, features: recordedFeatures(features) },
    )
    if (Object.keys(changes).length > 0) {
      if (changes.endsOn) refuseOtherDays(lock, endsOn)
      await refuseTooFew(lock, licenseLimit)
      await changeSubscriptionRow(lock, { licenseLimit, features, ...(changes.endsOn && endingOn(endsOn)) })
      await audit(tx, actor, {
        action: 'subscription.trial-changed',
        organizationId: lock.organization.id,
        subject: { kind: 'subscription', id },
        changes,
      })
      if (changes.endsOn || changes.licenseLimit) await notifyTrial(platform, lock, 'changed')
    }
    return presentSubscription(await findSubscription(tx, id))
  })

/** The trial runs to its end, where the first paid period begins. Its invoice is issued now. */
export const convertTrial = (platform: Platform, actor: Actor, id: string, terms: Conversion) =>
  withSubscriptionLock(platform, id, async (lock) => {
    await convert(platform, lock, actor, { id, terms })
    return presentSubscription(await findSubscription(lock.tx, id))
  })

/** Converts the trial, reads the first invoice, and rolls back. */
export const previewConversion = (platform: Platform, actor: Actor, id: string, terms: BilledConversion) =>
  dryRun<SubscriptionPreview>((end) =>
    withSubscriptionLock(platform, id, async (lock) => {
      const invoice = await convert(platform, lock, actor, { id, terms })
      const after = invoice && (await describe(lock, invoice))
      return end({ before: null, after: after ?? null, emails: await findQueuedEmails(lock.tx) })
    }),
  )

const describe = async ({ tx, today }: BillingLock, invoice: LockedInvoice): Promise<UpcomingInvoice> => ({
  issuedOn: today,
  dueDate: invoice.dueDate,
  amount: toAmount(invoice.amountCents),
  items: (await findItems(tx, invoice)).map(presentItem),
})

async function convert(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  { id, terms }: { id: string; terms: Conversion },
) {
  const { currentPeriodStart, currentPeriodEnd: trialEndsAt, ...trial } = trialOf(lock, id)
  const { organization } = lock
  refuseOtherSeats(lock, terms.seatsFrom)
  refuseOtherFeatures(trial.features, terms.featuresFrom)
  refuseOtherEnd(trial, terms.endsOnFrom)
  const { licenseLimit, planName = trial.planName, features = trial.features } = terms
  await refuseTooFew(lock, licenseLimit)
  const billingType = terms.billingType ?? organization.billingType
  const price = { twelveMonthCents: monthlyTotal(terms) * 12, billingType }
  const row = { status: 'active' as const, isTrial: false, planName, licenseLimit }
  await changeSubscriptionRow(lock, { ...row, features, trialEndsAt, canceledAt: null })
  await changeTerms(lock, price)
  const period = await beginPaying(lock)
  await audit(lock.tx, actor, {
    action: 'subscription.trial-converted',
    organizationId: organization.id,
    subject: { kind: 'subscription', id },
    changes: {
      ...changedFields(
        { ...trial, features: recordedFeatures(trial.features) },
        { ...row, features: recordedFeatures(features) },
      ),
      ...changedFields(organization, price),
      ...changedFields({ currentPeriodEnd: trialEndsAt }, { currentPeriodEnd: period.end }),
    },
  })
  await notifyTrial(platform, lock, 'converted')
  const invoice = await issueFirst(platform, lock, actor)
  if (invoice) await setPrevious(lock.tx, invoice, currentPeriodStart)
  return invoice
}

/** The first paid period becomes the current one before it begins, so that devices don't depend on its payment. A free one follows the trial. */
async function beginPaying(lock: BillingLock): Promise<Period> {
  const { currentPeriodStart, currentPeriodEnd: start } = lock.subscription!
  const { billingType } = lock.organization
  const anchorDay = dayOfMonth(start)
  if (isFree(lock.organization)) return { start: currentPeriodStart, end: start }
  const period = periodFrom(start, { anchorDay, billingType })
  await changeSubscriptionRow(lock, { anchorDay, currentPeriodStart: period.start, currentPeriodEnd: period.end })
  return period
}

function trialOf(lock: BillingLock, id: string) {
  const subscription = liveOf(lock, id)
  if (!subscription.isTrial) throw conflict(NOT_A_TRIAL)
  return subscription
}

function refuseOtherEnd({ lastDay }: Pick<LockedSubscription, 'lastDay'>, endsOnFrom: string | undefined) {
  if (endsOnFrom !== undefined && endsOnFrom !== lastDay) throw conflict(otherEnd(lastDay))
}

function refuseOtherDays({ today }: BillingLock, endsOn: string) {
  if (endsOn <= today || endsOn > plusDays(today, LONGEST_TRIAL)) throw badRequest(TRIAL_RANGE, { endsOn: TRIAL_RANGE })
}
