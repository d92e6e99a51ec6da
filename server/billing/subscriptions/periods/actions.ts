import type { Database } from '#server/database/database.ts'
import { lockSubscription } from '#server/domain/subscriptions.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { moveBack, moveOn } from './move.ts'
import { clearSettled, deleteChargesWithin } from './queries.ts'
import { recover } from './standing.ts'

/** An invoice as far as it moves a subscription. A whole row will do. */
export type PeriodInvoice = {
  id: string
  organizationId: string
  subscriptionId: string | null
  periodStart: string | null
  periodEnd: string | null
}

// The caller locks the organization, and has changed the invoice already. Without a subscription, or once that has ended, nothing follows.

/** It has become paid, with money, credit or a credit note. */
export async function settled(platform: Platform, tx: Database, actor: Actor, invoice: PeriodInvoice) {
  const subscription = await lock(tx, invoice)
  if (!subscription) return
  await moveOn(tx, actor, subscription)
  await recover(platform, tx, actor, subscription)
}

/** It is not paid any longer, and still owed. How late that is, the next run notices. */
export async function owedAgain(_platform: Platform, tx: Database, actor: Actor, invoice: PeriodInvoice) {
  const subscription = await lock(tx, invoice)
  const { id, periodStart } = invoice
  if (subscription && periodStart) await moveBack(tx, actor, subscription, { id, periodStart })
}

/** It became void, cancelled or a draft, whether or not it was paid before. */
export async function takenBack(platform: Platform, tx: Database, actor: Actor, invoice: PeriodInvoice) {
  const subscription = await lock(tx, invoice)
  if (!subscription) return
  const { id, periodStart: start, periodEnd: end } = invoice
  if (start && end) {
    await moveBack(tx, actor, subscription, { id, periodStart: start })
    await deleteChargesWithin(tx, subscription, { start, end })
    await clearSettled(tx, invoice)
  }
  await recover(platform, tx, actor, subscription)
}

const lock = async (tx: Database, { organizationId, subscriptionId: id }: PeriodInvoice) =>
  id === null ? undefined : lockSubscription(tx, { organizationId, id })
