import { isCounted } from '#contract/billing/invoices.ts'
import { setState, type LockedInvoice } from '#server/billing/invoices/status/queries.ts'
import { claimSeatCharges, freeSeatCharges } from '#server/billing/renewal-run/seat-charges.ts'
import { owedAgain, settled, takenBack } from '#server/billing/subscriptions/periods/actions.ts'
import type { Database } from '#server/database/database.ts'
import { today } from '#server/domain/calendar.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { insertEntries, type Entry } from './queries.ts'
import { sumOf } from './reckoning.ts'
import { recordMoves } from './record-moves.ts'

type Change = Partial<Pick<LockedInvoice, 'status' | 'creditedCents'>> & { entries?: Entry[] }

/**
 * The only way in which money, credit notes or a person change an invoice that is held: the ledger's rows, the sums it
 * carries, its status and what that means for the subscription are written together.
 */
export async function book(
  platform: Platform,
  tx: Database,
  actor: Actor,
  invoice: LockedInvoice,
  { entries = [], ...change }: Change,
) {
  const { status, creditedCents } = { ...invoice, ...change }
  const state = { status, creditedCents, paidCents: invoice.paidCents + sumOf(entries) }
  if (entries.length > 0)
    await insertEntries(
      tx,
      entries.map((entry) => rowOf(entry, invoice, actor)),
    )
  await setState(tx, invoice, state)
  if (status !== invoice.status) await recordMoves(tx, actor, [invoice], status)
  const now = { ...invoice, ...state }
  await tellSubscription(platform, tx, actor, invoice, now)
  return now
}

const rowOf = (entry: Entry, { organizationId, id }: LockedInvoice, { id: userId }: Actor) => ({
  ...entry,
  receivedOn: entry.receivedOn ?? today,
  organizationId,
  invoiceId: id,
  userId,
})

/** An invoice that bills a subscription moves its period, and holds or lets go the seats that were charged on it. */
async function tellSubscription(
  platform: Platform,
  tx: Database,
  actor: Actor,
  before: LockedInvoice,
  after: LockedInvoice,
) {
  const [wasPaid, isPaid] = [before.status === 'paid', after.status === 'paid']
  const [stood, stands] = [isCounted(before), isCounted(after)]
  if (stands && !stood) await claimSeatCharges(tx, after)
  if (stood && !stands) await freeSeatCharges(tx, after)
  if (wasPaid && !isPaid) await owedAgain(platform, tx, actor, after)
  if (stood && !stands) await takenBack(platform, tx, actor, after)
  if (isPaid && !wasPaid) await settled(platform, tx, actor, after)
}
