import { VAT_BASIS_POINTS } from '#contract/billing/invoices.ts'
import { toAmount } from '#contract/money.ts'
import { tellIssued } from '#server/billing/emails/tell.ts'
import { spendCredit } from '#server/billing/ledger/apply-credit.ts'
import type { Database } from '#server/database/database.ts'
import type { Particulars } from '#server/database/schema/billing/invoices.ts'
import { lockOrganization } from '#server/domain/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { nextNumber } from './numbers.ts'
import { findStored, insertInvoice, insertItems, type NewInvoice, type StoredInvoice } from './queries.ts'
import { insertStatusChanges } from './status/queries.ts'

type NewItem = { description: string; quantity: number; amountCents: number }

export type InvoiceOrder = {
  organizationId: string
  /** A day in Africa/Johannesburg. */
  dueDate: string
  /** They add up to the amount of the invoice, which is above 0. */
  items: NewItem[]
  notes?: string
  subscriptionId?: string
  period?: { start: string; end: string; seats: number }
}

/** An invoice that the portal issues by itself. Credit of the organization pays what it can of it. */
export async function issueInvoice(
  platform: Platform,
  tx: Database,
  actor: Actor,
  { items, period, ...order }: InvoiceOrder,
): Promise<StoredInvoice> {
  await lockOrganization(tx, order.organizationId)
  const amountCents = items.reduce((sum, item) => sum + item.amountCents, 0)
  const bills = { periodStart: period?.start, periodEnd: period?.end, seats: period?.seats }
  const draft = { ...order, ...bills, amountCents, isManual: false }
  const invoice = await numbered(tx, (invoiceNumber) => enterInvoice(platform, tx, actor, { ...draft, invoiceNumber }))
  await insertItems(tx, invoice, items)
  await spendCredit(platform, tx, actor, invoice.id)
  await tellIssued(platform, tx, invoice)
  return findStored(tx, invoice.id)
}

/** A number that somebody has typed is passed over. */
async function numbered(tx: Database, enter: (invoiceNumber: string) => Promise<StoredInvoice | undefined>) {
  for (;;) {
    const invoice = await enter(await nextNumber(tx, 'INV'))
    if (invoice) return invoice
  }
}

/** The door through which every invoice comes in. Its organization is locked. Undefined: there is one with this number. */
export async function enterInvoice(platform: Platform, tx: Database, actor: Actor, facts: NewInvoice) {
  const particulars = await readParticulars(platform, tx, facts.organizationId)
  const invoice = await insertInvoice(tx, { ...facts, particulars, vatBasisPoints: vatRateOf(platform) })
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

/** Who bills whom, as it is today. */
export async function readParticulars(
  { config }: Platform,
  tx: Database,
  organizationId: string,
): Promise<Particulars> {
  const { name, address, vatNumber = null } = config.vendor
  const recipient = await lockOrganization(tx, organizationId)
  return {
    vendor: { name, address, vatNumber },
    recipient: { name: recipient.name, address: recipient.address, vatNumber: recipient.vatNumber },
  }
}

/** Who is not registered for VAT charges none. */
export const vatRateOf = ({ config }: Platform) => (config.vendor.vatNumber ? VAT_BASIS_POINTS : 0)
