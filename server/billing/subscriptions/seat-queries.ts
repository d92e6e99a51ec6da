import { and, eq, sql } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { adjustments } from '#server/database/schema/billing/subscriptions.ts'

type Owned = { organizationId: string; id: string }
const pendingOf = ({ organizationId, id }: Owned) =>
  and(
    eq(adjustments.organizationId, organizationId),
    eq(adjustments.subscriptionId, id),
    eq(adjustments.status, 'pending'),
  )

export const lockPendingAdjustment = (tx: Database, subscription: Owned) =>
  tx.select().from(adjustments).where(pendingOf(subscription)).for('update').then(first)

export const deleteAdjustment = (tx: Database, subscription: Owned) =>
  tx.delete(adjustments).where(pendingOf(subscription))

type Change = { deltaQuantity: number; userId: string | null }

/** Answers its id. */
export const insertAppliedAdjustment = (tx: Database, { organizationId, id: subscriptionId }: Owned, change: Change) =>
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
  subscription: Owned,
  change: Change & { effectiveAt: string },
) {
  const { organizationId, id: subscriptionId } = subscription
  await deleteAdjustment(tx, subscription)
  await tx.insert(adjustments).values({ organizationId, subscriptionId, ...change })
}
