import { sumCents, toAmount } from '#contract/money.ts'
import { notifyInvoiceIssued } from '#server/billing/emails/notify.ts'
import { spendCredit } from '#server/billing/ledger/apply-credit.ts'
import { insertStatusChanges } from '#server/billing/ledger/queries.ts'
import type { BillingLock } from '#server/billing/lock.ts'
import { vatRateOf } from '#server/billing/vat.ts'
import type { Particulars } from '#server/database/schema/billing/invoices.ts'
import type { Item, LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { nextNumber } from './number-queries.ts'
import { insertInvoice, insertItems, type NewInvoice } from './queries.ts'

type InvoiceOrder = {
  dueDate: string
  /** Their sum is the invoice's amount, above 0. */
  items: Item[]
  notes?: string
  subscriptionId?: string
  period?: { start: string; end: string; seats: number }
}

/** Issues an invoice for the portal and pays what the organization's credit covers. */
export async function issueInvoice(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  { items, period, ...order }: InvoiceOrder,
): Promise<LockedInvoice> {
  const amountCents = sumCents(items)
  const bills = { periodStart: period?.start, periodEnd: period?.end, seats: period?.seats }
  const draft = { ...order, ...bills, amountCents, isManual: false }
  const entered = await numbered(lock, (invoiceNumber) =>
    enterInvoice(platform, lock, actor, { ...draft, invoiceNumber }),
  )
  await insertItems(lock.tx, entered, items)
  const invoice = await spendCredit(platform, lock, actor, entered)
  await notifyInvoiceIssued(platform, lock, invoice)
  return invoice
}

/** Enters an invoice with the next number. Skips numbers that an admin has already typed. */
export async function numbered(
  { tx }: BillingLock,
  enter: (invoiceNumber: string) => Promise<LockedInvoice | undefined>,
) {
  for (;;) {
    const invoice = await enter(await nextNumber(tx, 'INV'))
    if (invoice) return invoice
  }
}

type Facts = Omit<NewInvoice, 'organizationId'>

/** Inserts an invoice; every new invoice passes through here. Returns undefined if its number is taken. */
export async function enterInvoice(platform: Platform, lock: BillingLock, actor: Actor, facts: Facts) {
  const { tx, organization } = lock
  const particulars = particularsOf(platform, lock)
  const row = { ...facts, organizationId: organization.id, particulars, vatBasisPoints: vatRateOf(platform) }
  const invoice = await insertInvoice(tx, row)
  if (!invoice) return undefined
  const { id, organizationId, invoiceNumber, amountCents, status } = invoice
  await insertStatusChanges(tx, [{ organizationId, invoiceId: id, toStatus: status, userId: actor.id }])
  await audit(tx, actor, {
    action: 'invoice.created',
    organizationId,
    subject: { kind: 'invoice', id },
    changes: { invoiceNumber: [null, invoiceNumber], amount: [null, toAmount(amountCents)], status: [null, status] },
  })
  return invoice
}

/** Returns today's vendor and customer details, which the invoice stores. */
export function particularsOf({ config }: Platform, { organization: recipient }: BillingLock): Particulars {
  const { name, address, vatNumber = null } = config.vendor
  return {
    vendor: { name, address, vatNumber },
    recipient: { name: recipient.name, address: recipient.address, vatNumber: recipient.vatNumber },
    timeZone: TIME_ZONE,
  }
}
