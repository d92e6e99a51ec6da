import {
  ALREADY_CANCELED,
  CANNOT_CANCEL,
  CANNOT_RESUME,
  SUBSCRIPTION_ENDED,
  canCancel,
  canCancelForCustomer,
  canResume,
  endsAtOnce,
} from '#contract/billing/billing.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/licenses.ts'
import { tellCanceled, tellResumed } from '#server/billing/emails/tell.ts'
import {
  BILL_SUBSCRIPTION,
  endSubscription,
  lockBilledSubscription,
  takeBackRenewal,
} from '#server/billing/renewal-run/run.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganizationForUpdate } from '#server/domain/organizations.ts'
import { lockLiveSubscription } from '#server/domain/subscriptions.ts'
import { lockLicenses } from '#server/domain/switch-licenses.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { HttpError, conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { present } from './create.ts'
import { dropPendingAdjustments, findSubscription, setCanceled, setResumed } from './queries.ts'
import { findOwner } from './seat-queries.ts'

/** The customer's own. Of several at once one does it; the others learn that it is done. */
export const cancelSubscription = (platform: Platform, actor: Actor, organizationId: string | null) =>
  platform.db.transaction(async (tx) => {
    const held = organizationId ? await lockOwn(tx, organizationId) : undefined
    if (!held) throw nothingToCancel()
    if (held.status === 'canceled') throw conflict(ALREADY_CANCELED)
    if (!canCancel(held, held.now)) throw conflict(CANNOT_CANCEL)
    return cancel(platform, tx, actor, held)
  })

export const cancelForCustomer = (platform: Platform, actor: Actor, id: string) =>
  platform.db.transaction(async (tx) => {
    const held = await lockLiveById(tx, id)
    if (!canCancelForCustomer(held)) throw conflict(ALREADY_CANCELED)
    return cancel(platform, tx, actor, held)
  })

/** As if it had not been canceled, but for planned changes, which are gone. What is due by now the job does at once. */
export const resumeSubscription = (platform: Platform, actor: Actor, id: string) =>
  platform.db.transaction(async (tx) => {
    const held = await lockLiveById(tx, id)
    if (!canResume(held, held.now)) throw conflict(CANNOT_RESUME)
    await setResumed(tx, held)
    const { organizationId, planName, lastDay } = held
    await audit(tx, actor, {
      action: 'subscription.resumed',
      organizationId,
      subject: { kind: 'subscription', id },
      changes: { status: [held.status, 'active'] },
    })
    await tellResumed(platform, tx, { organizationId, subscriptionId: id, planName, lastDay })
    await platform.jobs.enqueue(tx, BILL_SUBSCRIPTION, { subscriptionId: id }, { key: id })
    return present(await findSubscription(tx, id))
  })

/** It ends with the period that was paid for, at once where that is over. What was billed for the next one is taken back. */
async function cancel(platform: Platform, tx: Database, actor: Actor, held: Locked) {
  const isOver = endsAtOnce(held, held.now)
  await setCanceled(tx, held)
  const dropped = await dropPendingAdjustments(tx, held)
  await audit(tx, actor, {
    action: 'subscription.canceled',
    organizationId: held.organizationId,
    subject: { kind: 'subscription', id: held.id },
    changes: {
      status: [held.status, 'canceled'],
      ...(dropped.length > 0 && { pendingSeats: [dropped.map(({ deltaQuantity }) => deltaQuantity), []] }),
    },
  })
  const lastDay = isOver ? held.today : held.lastDay
  await tellCanceled(platform, tx, { ...held, lastDay, isOver, subscriptionId: held.id, canceledBy: actor.name })
  const billed = await lockBilledSubscription(tx, held.id)
  if (!billed) throw nothingToCancel()
  if (isOver) await lockLicenses(tx, held.organizationId)
  await takeBackRenewal(platform, tx, actor, billed)
  if (isOver) await endSubscription(platform, tx, actor, billed, { endedAt: billed.now })
  return present(await findSubscription(tx, held.id))
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockOwn>>>

const nothingToCancel = () => new HttpError(404, NO_SUBSCRIPTION)

async function lockLiveById(tx: Database, id: string) {
  const owner = await findOwner(tx, id)
  if (!owner) throw notFound('Subscription')
  const held = await lockOwn(tx, owner.organizationId)
  if (held?.id !== id) throw conflict(SUBSCRIPTION_ENDED)
  return held
}

/** The organization first, the order in which everybody locks the two. */
async function lockOwn(tx: Database, organizationId: string) {
  const { name: organization } = await lockOrganizationForUpdate(tx, organizationId)
  const subscription = await lockLiveSubscription(tx, organizationId)
  return subscription && { ...subscription, organization }
}
