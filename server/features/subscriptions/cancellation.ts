import { ALREADY_CANCELED, CANNOT_CANCEL, canCancel } from '#contract/billing.ts'
import { NO_SUBSCRIPTION } from '#contract/licenses.ts'
import type { Database } from '#server/database/database.ts'
import { tellCanceled } from '#server/features/billing-mails/actions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { HttpError, conflict } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { present } from './actions.ts'
import {
  dropPendingAdjustments,
  findLiveSubscription,
  lockLiveSubscription,
  lockOrganization,
  setCanceled,
} from './queries.ts'

/** Ends the subscription with its period. Of several at once one does it; the others learn that it is done. */
export const cancelSubscription = (platform: Platform, actor: Actor, organizationId: string | null) =>
  platform.db.transaction(async (tx) => {
    const held = organizationId ? await holdSubscription(tx, organizationId) : undefined
    if (!held) throw nothingToCancel()
    if (held.status === 'canceled') throw conflict(ALREADY_CANCELED)
    if (!canCancel(held, held.now)) throw conflict(CANNOT_CANCEL)
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
    await tellCanceled(platform, tx, { ...held, subscriptionId: held.id, canceledBy: actor.name })
    const canceled = await findLiveSubscription(tx, held.organizationId)
    if (!canceled) throw nothingToCancel()
    return present(canceled)
  })

const nothingToCancel = () => new HttpError(404, NO_SUBSCRIPTION)

/** The organization first, the order in which everybody locks the two. */
async function holdSubscription(tx: Database, organizationId: string) {
  await lockOrganization(tx, organizationId)
  return lockLiveSubscription(tx, organizationId)
}
