import { isCounted, type InvoiceStatus } from '#contract/billing/invoices.ts'
import { sumCents, toAmount } from '#contract/money.ts'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import type { BillingLock } from '#server/billing/lock.ts'
import { onInvoiceReopened, onInvoicePaid, onInvoiceVoided } from '#server/billing/periods/follow-invoice.ts'
import type { Database } from '#server/database/database.ts'
import { today } from '#server/domain/calendar.ts'
import type { LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { statusWith } from './calculations.ts'
import { insertEntries, insertStatusChanges, setState, type Entry } from './queries.ts'
import { claimSeatCharges, freeSeatCharges } from './seat-charge-queries.ts'

type AuditEntry = Pick<Parameters<typeof audit>[2], 'action' | 'changes'>

export type Posting = {
  invoice: LockedInvoice
  entries?: Entry[]
  status?: InvoiceStatus
  creditedCents?: number
  auditEntry?: AuditEntry
}

export function postingOf(
  lock: BillingLock,
  invoice: LockedInvoice,
  action: ActionOn<'invoice'>,
  entries: Entry[],
): Posting {
  const paidCents = invoice.paidCents + sumCents(entries)
  return {
    invoice,
    entries,
    status: statusWith(lock.today, invoice, { paidCents }),
    auditEntry: { action, changes: {} },
  }
}

/**
 * Posts entries: the only way to change the sums of an invoice. Writes the ledger, each invoice's sums and status, and the effect on
 * the subscription together, once per transaction. Returns the updated invoices.
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
  { invoice, entries = [], auditEntry, ...change }: Posting,
) {
  const { status, creditedCents } = { ...invoice, ...change }
  const state = { status, creditedCents, paidCents: invoice.paidCents + sumCents(entries) }
  const after = await setState(lock.tx, invoice, state)
  const paid = paidChange(invoice, after)
  if (status !== invoice.status) await recordStatusChanges(lock.tx, actor, [invoice], status, auditEntry ? {} : paid)
  await followSubscription(platform, lock, actor, invoice, after)
  if (auditEntry)
    await auditInvoice(lock.tx, actor, invoice, { ...auditEntry, changes: { ...auditEntry.changes, ...paid } })
  return after
}

type Payable = Pick<LockedInvoice, 'paidCents'>

const paidChange = (before: Payable, after: Payable): AuditEntry['changes'] =>
  before.paidCents === after.paidCents ? {} : { paid: [toAmount(before.paidCents), toAmount(after.paidCents)] }

/** A paid renewal advances the period. Releases or claims the seat charges on the invoice. */
async function followSubscription(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  before: LockedInvoice,
  after: LockedInvoice,
) {
  const [wasPaid, isPaid] = [before.status === 'paid', after.status === 'paid']
  const [wasCounted, isCountedNow] = [isCounted(before), isCounted(after)]
  if (isCountedNow && !wasCounted) await claimSeatCharges(lock.tx, after)
  if (wasCounted && !isCountedNow) {
    await freeSeatCharges(lock.tx, after)
    await onInvoiceVoided(platform, lock, actor, after)
  } else if (wasPaid && !isPaid) await onInvoiceReopened(lock, actor, after)
  if (isPaid && !wasPaid) await onInvoicePaid(platform, lock, actor, after)
}

type ChangedInvoice = Pick<LockedInvoice, 'id' | 'organizationId' | 'status'>

/** Records a status change, with a change of what is `paid`, in the log of each locked invoice and in the audit log. */
export async function recordStatusChanges(
  tx: Database,
  actor: Actor,
  changed: ChangedInvoice[],
  toStatus: InvoiceStatus,
  paid: AuditEntry['changes'] = {},
) {
  const rows = changed.map(({ id, organizationId, status }) => ({
    organizationId,
    invoiceId: id,
    fromStatus: status,
    toStatus,
    userId: actor.id,
  }))
  await insertStatusChanges(tx, rows)
  for (const invoice of changed) {
    const auditEntry: AuditEntry = {
      action: 'invoice.status-changed',
      changes: { status: [invoice.status, toStatus], ...paid },
    }
    await auditInvoice(tx, actor, invoice, auditEntry)
  }
}

const auditInvoice = (
  tx: Database,
  actor: Actor,
  { id, organizationId }: Omit<ChangedInvoice, 'status'>,
  auditEntry: AuditEntry,
) => audit(tx, actor, { ...auditEntry, organizationId, subject: { kind: 'invoice', id } })
