import { countOf } from '#contract/quantities.ts'
import { creditInvoice } from '#server/billing/invoices/credit-notes/credit-notes.ts'
import type { BillingLock, BilledSubscription } from '#server/billing/lock.ts'
import { inDays } from '#server/billing/renewal-run/lines.ts'
import { restCents, shareOf } from '#server/billing/renewal-run/prices.ts'
import { insertCharge, lockUnsettled, setSettled } from '#server/billing/renewal-run/queries.ts'
import { findSeatGroups, skip } from '#server/billing/renewal-run/seat-groups.ts'
import type { Database } from '#server/database/database.ts'
import type { Period } from '#server/domain/calendar.ts'
import { systemActor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'

type UnsettledPeriod = Awaited<ReturnType<typeof lockUnsettled>>[number]

/** Step: compares the seats a period was billed for with the present ones once it has begun. */
export async function settleSeats(platform: Platform, lock: BillingLock, subscription: BilledSubscription) {
  const unsettled = await lockUnsettled(lock.tx, subscription)
  for (const billed of unsettled) await settle(platform, lock, subscription, billed)
  return unsettled.length > 0
}

async function settle(
  platform: Platform,
  lock: BillingLock,
  subscription: BilledSubscription,
  billed: UnsettledPeriod,
) {
  const { tx } = lock
  const { organizationId, id, licenseLimit } = subscription
  const missing = licenseLimit - billed.seats
  await setSettled(tx, organizationId, billed.invoice.id, Math.min(billed.seats, licenseLimit))
  if (missing === 0) return
  await (missing > 0 ? chargeMissing(tx, subscription, billed) : creditSeats(platform, lock, billed, -missing))
  await audit(tx, systemActor, {
    action: 'subscription.seats-settled',
    organizationId,
    subject: { kind: 'subscription', id },
    changes: { seats: [billed.seats, licenseLimit] },
  })
}

/** A reopened invoice is settled late: seats added in its period are charged from their day. */
async function chargeMissing(tx: Database, subscription: BilledSubscription, period: UnsettledPeriod) {
  const groups = skip(await findSeatGroups(tx, subscription, period), period.seats)
  for (const group of groups) await chargeSeats(tx, subscription, { ...group, period })
}

type SeatCharge = { seats: number; period: Period; from: string }

/** Charges seats at today's price on the next invoice. Returns the cents. */
export async function chargeSeats(tx: Database, subscription: BilledSubscription, { seats, period, from }: SeatCharge) {
  const { organizationId, id: subscriptionId } = subscription
  const amountCents = restCents({ ...subscription, seats, period, from })
  if (amountCents === 0) return 0
  const charge = { organizationId, subscriptionId, seats, startsAt: from, endsAt: period.end, amountCents }
  await insertCharge(tx, charge)
  return amountCents
}

/** Credits seats at the price they were billed at. */
async function creditSeats(platform: Platform, lock: BillingLock, billed: UnsettledPeriod, seats: number) {
  const { invoice, periodCents, creditableCents } = billed
  const share = shareOf({ cents: periodCents, seats, of: billed.seats, days: 1, ofDays: 1 })
  const amountCents = Math.min(share, creditableCents)
  if (amountCents <= 0) return
  const reason = `${countOf(seats, 'fewer seat')}, ${inDays(billed)}`
  await creditInvoice(platform, lock, systemActor, invoice, { amountCents, reason })
}
