import type { Invoice, InvoiceStatus } from '#contract/invoices.ts'
import { toAmount } from '#contract/money.ts'
import { named, type Database } from '#server/database/database.ts'
import type { Scope } from '#server/platform/access.ts'
import type { Actor } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { moveInvoices } from './move.ts'
import { present } from './present.ts'
import { countMatching, findInvoice, findInvoices, findItemsOf, type InvoiceQuery } from './queries.ts'
import { lockInvoice } from './status-queries.ts'
import { tellAdmins } from './tell-admins.ts'
import { sumCounted, sumInvoices } from './total-queries.ts'

/** A page of the invoices within reach that match, newest first. */
export async function readPage(db: Database, scope: Scope, query: InvoiceQuery) {
  const [rows, total] = await Promise.all([named(findInvoices(db, scope, query)), countMatching(db, scope, query)])
  return { rows: rows.map(present), total }
}

type Wanted = { organizationId: string; limit?: number }

/** An organization's newest invoices, without drafts. */
export async function listInvoices(db: Database, { organizationId, limit }: Wanted): Promise<Invoice[]> {
  const rows = await named(findInvoices(db, { organizationId }, { limit }))
  return rows.map(present)
}

/** An organization's newest invoices as the vendor sees them: drafts too, each with its lines. */
export async function listInvoicesWithItems(db: Database, { organizationId, limit }: Wanted) {
  const rows = await findInvoices(db, 'all', { organizationId, limit })
  const ids = rows.map(({ id }) => id)
  const items = Map.groupBy(await findItemsOf(db, organizationId, ids), ({ invoiceId }) => invoiceId)
  return rows.map((row) => ({ ...present(row), items: (items.get(row.id) ?? []).map(presentItem) }))
}

const presentItem = ({ description, amountCents }: { description: string; amountCents: number }) => ({
  description,
  amount: toAmount(amountCents),
})

export const totalInvoices = (db: Database, organizationId: string) => sumInvoices(db, { organizationId })

/** What an organization was billed, in cents: of invoices that are paid or owed, and how many those are. */
export const totalsOf = (db: Database, organizationId: string) => sumCounted(db, organizationId)

type Move = { id: string; status: InvoiceStatus }

/** Any status from any. Repeated, it changes nothing: an invoice is paid when it was first said to be. */
export function changeStatus(platform: Platform, actor: Actor, { id, status }: Move): Promise<Invoice> {
  return platform.db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, id)
    if (!invoice) throw notFound('Invoice')
    if (invoice.status !== status) await moveInvoices(tx, actor, [invoice], status)
    if (invoice.status === 'draft' && status === 'issued') await tellAdmins(platform, tx, invoice)
    return present(await findInvoice(tx, 'all', id))
  })
}
