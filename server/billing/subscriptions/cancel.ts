import type { CancellationFeedback, CancellationForCustomer } from '#contract/billing/subscriptions/cancellation.ts'
import {
  ALREADY_CANCELED,
  CANNOT_CANCEL,
  CANNOT_RESUME,
  OTHER_END,
  TRIAL_ENDS,
  canCancel,
  canCancelForCustomer,
  canResume,
  endsAtOnce,
} from '#contract/billing/subscriptions.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import { INTERNAL_REASON } from '#contract/operations/audit.ts'
import { notifyCanceled, notifyResumed } from '#server/billing/emails/notify.ts'
import { changeSubscriptionRow, withBillingLock, withSubscriptionLock, type BillingLock } from '#server/billing/lock.ts'
import { BILL_SUBSCRIPTION } from '#server/billing/renewal-run/run.ts'
import { endSubscription, voidRenewal } from '#server/billing/renewal-run/steps/end-canceled.ts'
import type { LockedSubscription } from '#server/domain/subscriptions.ts'
import { lockLicenses } from '#server/domain/switch-licenses.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { HttpError, conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { liveOf, presentSubscription } from './create.ts'
import { dropPendingAdjustments, findSubscription } from './queries.ts'

/** Cancels the caller's own subscription. A concurrent second call gets an error. */
export const cancelSubscription = async (
  platform: Platform,
  actor: Actor,
  organizationId: string | null,
  feedback: CancellationFeedback | null | undefined,
) => {
  if (!organizationId) throw nothingToCancel()
  return withBillingLock(platform, organizationId, async (lock) => {
    const { subscription } = lock
    if (!subscription?.isLive) throw nothingToCancel()
    if (subscription.status === 'canceled') throw alreadyEnding(subscription)
    if (!canCancel(subscription, Date.parse(lock.now))) throw conflict(CANNOT_CANCEL)
    return cancel(platform, lock, actor, subscription, { isOver: false, ...feedback })
  })
}

/** With `endsAtOnce`, 409 if it takes effect immediately and wasn't shown so, or the other way round. */
export const cancelForCustomer = (
  platform: Platform,
  actor: Actor,
  id: string,
  given: CancellationForCustomer | null | undefined,
) =>
  withSubscriptionLock(platform, id, async (lock) => {
    const subscription = liveOf(lock, id)
    if (!canCancelForCustomer(subscription)) throw alreadyEnding(subscription)
    const isOver = endsAtOnce(subscription, Date.parse(lock.now))
    const { endsAtOnce: shown = isOver, ...feedback } = given ?? {}
    if (shown !== isOver) throw conflict(OTHER_END)
    return cancel(platform, lock, actor, subscription, { isOver, ...feedback })
  })

/** Undoes a cancellation, except for planned changes, which are lost. Runs due steps immediately. */
export const resumeSubscription = (platform: Platform, actor: Actor, id: string) =>
  withSubscriptionLock(platform, id, async (lock) => {
    const { tx } = lock
    const before = liveOf(lock, id)
    if (!canResume(before, Date.parse(lock.now))) throw conflict(CANNOT_RESUME)
    await changeSubscriptionRow(lock, { status: 'active', canceledAt: null, ...NO_FEEDBACK })
    const { organizationId, planName, lastDay } = before
    await audit(tx, actor, {
      action: 'subscription.resumed',
      organizationId,
      subject: { kind: 'subscription', id },
      changes: { status: [before.status, 'active'] },
    })
    await notifyResumed(platform, tx, { organizationId, subscriptionId: id, planName, lastDay })
    await platform.jobs.enqueue(tx, BILL_SUBSCRIPTION, { subscriptionId: id }, { key: id })
    return presentSubscription(await findSubscription(tx, id))
  })

/** Cancels at the end of the paid period, immediately if that `isOver`, and voids the next period's invoice. */
async function cancel(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  before: LockedSubscription,
  { isOver, cancellationReason, cancellationComment }: CancellationFeedback & { isOver: boolean },
) {
  const { tx, organization, now, today } = lock
  const { id, organizationId } = before
  const feedback = {
    cancellationReason: cancellationReason ?? null,
    cancellationComment: cancellationComment || null, // Nothing was typed.
  }
  await changeSubscriptionRow(lock, { status: 'canceled', isTrial: false, canceledAt: now, ...feedback })
  const dropped = await dropPendingAdjustments(tx, before)
  await audit(tx, actor, {
    action: 'subscription.canceled',
    organizationId,
    subject: { kind: 'subscription', id },
    changes: {
      status: [before.status, 'canceled'],
      ...changedFields(null, { cancellationReason, [INTERNAL_REASON]: feedback.cancellationComment }),
      ...(dropped.length > 0 && { pendingSeats: [dropped.map(({ deltaQuantity }) => deltaQuantity), []] }),
    },
  })
  if (isOver) await lockLicenses(tx, organizationId)
  await voidRenewal(platform, lock, actor)
  const lastDay = isOver ? today : lock.subscription!.lastDay
  const facts = { ...before, organization: organization.name, lastDay, isOver, ...feedback }
  await notifyCanceled(platform, tx, { ...facts, subscriptionId: id, canceledBy: actor.name })
  if (isOver) await endSubscription(platform, lock, actor, { endedAt: now, canceledBy: actor.name })
  return presentSubscription(await findSubscription(tx, id))
}

const NO_FEEDBACK = { cancellationReason: null, cancellationComment: null }

const alreadyEnding = ({ isTrial }: LockedSubscription) => conflict(isTrial ? TRIAL_ENDS : ALREADY_CANCELED)

const nothingToCancel = () => new HttpError(404, NO_SUBSCRIPTION)
