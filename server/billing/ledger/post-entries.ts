import { isCounted, type InvoiceStatus } from '#contract/billing/invoices.ts'
import type { BillingLock } from '#server/billing/lock.ts'
import { reopened, settled, takenBack } from '#server/billing/periods/follow-invoice.ts'
import type { Database } from '#server/database/database.ts'
import { today } from '#server/domain/calendar.ts'
import type { LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { insertEntries, insertStatusChanges, setState, type Entry } from './queries.ts'
import { sumOf } from './reckoning.ts'
import { claimSeatCharges, freeSeatCharges } from './seat-charge-queries.ts'

type Story = Pick<Parameters<typeof audit>[2], 'action' | 'changes'>

/** What is to become of an invoice that is locked or new, and what the trail says of it. */
export type Posting = {
  invoice: LockedInvoice
  entries?: Entry[]
  status?: InvoiceStatus
  creditedCents?: number
  story?: Story
}

/**
 * The only way in which money, credit notes or a person change invoices: the ledger's rows, the sums that each carries, its status and
 * what that means for the subscription are written together, once in a transaction. Answers the invoices as they are then.
 */
export async function postEntries(platform: Platform, lock: BillingLock, actor: Actor, postings: Posting[]) {
  const rows = postings.flatMap(({ invoice, entries = [] }) => entries.map((entry) => rowOf(entry, invoice, actor)))
  if (rows.length > 0) await insertEntries(lock.tx, rows)
  const posted: LockedInvoice[] = []
  for (const posting of postings) posted.push(await changeInvoice(platform, lock, actor, posting))
  return posted
}

const rowOf = (entry: Entry, { organizationId, id }: LockedInvoice, { id: userId }: Actor) => ({
  ...entry,
  receivedOn: entry.receivedOn ?? today,
  organizationId,
  invoiceId: id,
  userId,
})

async function changeInvoice(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  { invoice, entries = [], story, ...change }: Posting,
) {
  const { status, creditedCents } = { ...invoice, ...change }
  const state = { status, creditedCents, paidCents: invoice.paidCents + sumOf(entries) }
  const after = await setState(lock.tx, invoice, state)
  if (status !== invoice.status) await recordMoves(lock.tx, actor, [invoice], status)
  await followSubscription(platform, lock, actor, invoice, after)
  if (story) await auditInvoice(lock.tx, actor, invoice, story)
  return after
}

/** An invoice that bills a subscription moves its period, and holds or lets go the seats that were charged on it. */
async function followSubscription(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  before: LockedInvoice,
  after: LockedInvoice,
) {
  const [wasPaid, isPaid] = [before.status === 'paid', after.status === 'paid']
  const [stood, stands] = [isCounted(before), isCounted(after)]
  if (stands && !stood) await claimSeatCharges(lock.tx, after)
  if (stood && !stands) {
    await freeSeatCharges(lock.tx, after)
    await takenBack(platform, lock, actor, after)
  } else if (wasPaid && !isPaid) await reopened(lock, actor, after)
  if (isPaid && !wasPaid) await settled(platform, lock, actor, after)
}

type Moved = Pick<LockedInvoice, 'id' | 'organizationId' | 'status'>

/** That locked invoices get another status: a line in the log of each and in the audit trail. */
export async function recordMoves(tx: Database, actor: Actor, moved: Moved[], toStatus: InvoiceStatus) {
  const changes = moved.map(({ id, organizationId, status }) => ({
    organizationId,
    invoiceId: id,
    fromStatus: status,
    toStatus,
    userId: actor.id,
  }))
  await insertStatusChanges(tx, changes)
  for (const invoice of moved) {
    const story: Story = { action: 'invoice.status-changed', changes: { status: [invoice.status, toStatus] } }
    await auditInvoice(tx, actor, invoice, story)
  }
}

const auditInvoice = (tx: Database, actor: Actor, { id, organizationId }: Omit<Moved, 'status'>, story: Story) =>
  audit(tx, actor, { ...story, organizationId, subject: { kind: 'invoice', id } })
