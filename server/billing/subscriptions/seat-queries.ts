import { and, eq, sql } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { isLive } from '#server/domain/subscriptions.ts'

/** Whose it is, whether or not it has ended. */
export const findOwner = (tx: Database, id: string) =>
  tx
    .select({ organizationId: subscriptions.organizationId })
    .from(subscriptions)
    .where(eq(subscriptions.id, id))
    .then(first)

/** Creating licenses waits for it, too: no seat is counted twice. */
export const lockSubscription = (tx: Database, organizationId: string) =>
  tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.organizationId, organizationId), isLive))
    .for('update')
    .then(first)

export type LockedSubscription = typeof subscriptions.$inferSelect

type Columns = Partial<Pick<LockedSubscription, 'licenseLimit' | 'planName'>>

export const updateSubscription = (tx: Database, { organizationId, id }: LockedSubscription, changes: Columns) =>
  tx
    .update(subscriptions)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.id, id)))

const pendingOf = ({ organizationId, id }: LockedSubscription) =>
  and(
    eq(adjustments.organizationId, organizationId),
    eq(adjustments.subscriptionId, id),
    eq(adjustments.status, 'pending'),
  )

export const lockPendingAdjustment = (tx: Database, subscription: LockedSubscription) =>
  tx.select().from(adjustments).where(pendingOf(subscription)).for('update').then(first)

export const deleteAdjustment = (tx: Database, subscription: LockedSubscription) =>
  tx.delete(adjustments).where(pendingOf(subscription))

type Change = { deltaQuantity: number; userId: string | null }

/** Answers its id. */
export const insertAppliedAdjustment = (
  tx: Database,
  { organizationId, id: subscriptionId }: LockedSubscription,
  change: Change,
) =>
  tx
    .insert(adjustments)
    .values({
      organizationId,
      subscriptionId,
      ...change,
      status: 'applied',
      effectiveAt: sql`now()`,
      appliedAt: sql`now()`,
    })
    .returning({ id: adjustments.id })
    .then(only)
    .then(({ id }) => id)

/** In place of the one that was waiting. */
export async function savePendingAdjustment(
  tx: Database,
  subscription: LockedSubscription,
  change: Change & { effectiveAt: string },
) {
  const { organizationId, id: subscriptionId } = subscription
  await deleteAdjustment(tx, subscription)
  await tx.insert(adjustments).values({ organizationId, subscriptionId, ...change })
}
