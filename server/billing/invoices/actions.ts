import type { Invoice, BillingOverviewRow } from '#contract/billing/invoices.ts'
import { toAmount, divideCents } from '#contract/money.ts'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { isAdmin } from '#contract/roles.ts'
import { named, type Database } from '#server/database/database.ts'
import { type Scope, scopeOf, type Reader } from '#server/platform/http/access.ts'
import { present } from './present.ts'
import {
  countMatching,
  findInvoices,
  findItemsOf,
  findProven,
  firstDue,
  newestInvoices,
  type InvoiceQuery,
  findNumbered,
} from './queries.ts'
import { findBilled, type BilledTotals } from './totals-queries.ts'

export async function readPage(db: Database, scope: Scope, query: InvoiceQuery) {
  const [rows, total] = await Promise.all([named(findInvoices(db, scope, query)), countMatching(db, scope, query)])
  return { rows: rows.map(present), total }
}

export async function readPageWithProofs(db: Database, query: InvoiceQuery) {
  const { rows, total } = await readPage(db, 'all', query)
  const proven = await findProven(
    db,
    rows.map(({ id }) => id),
  )
  const ids = new Set(proven.map(({ id }) => id))
  return { rows: rows.map((row) => (ids.has(row.id) ? { ...row, hasProof: true } : row)), total }
}

type NewestInvoices = { organizationId: string; limit?: number }

export async function listInvoices(db: Database, { organizationId, limit }: NewestInvoices): Promise<Invoice[]> {
  const rows = await newestInvoices(db, organizationId, { limit })
  return rows.map(present)
}

export async function listFirstDue(db: Database, organizationId: string, limit: number): Promise<Invoice[]> {
  const rows = await firstDue(db, organizationId, limit)
  return rows.map(present)
}

export async function listInvoicesWithItems(db: Database, { organizationId, limit }: NewestInvoices) {
  const rows = await findInvoices(db, 'all', { organizationId, limit })
  const ids = rows.map(({ id }) => id)
  const items = Map.groupBy(await findItemsOf(db, organizationId, ids), ({ invoiceId }) => invoiceId)
  return rows.map((row) => ({
    ...present(row),
    items: (items.get(row.id) ?? []).map(({ description, amountCents }) => ({
      description,
      amount: toAmount(amountCents),
    })),
  }))
}

export async function searchInvoices(db: Database, reader: Reader, search: string) {
  const rows = await findNumbered(db, scopeOf(reader), search, SEARCH_GROUP)
  return rows.map(({ amountCents, organizationName, ...invoice }) => ({
    ...invoice,
    amount: toAmount(amountCents),
    organizationName: isAdmin(reader.role) ? organizationName : null,
  }))
}

export async function readOverview(db: Database): Promise<BillingOverviewRow[]> {
  const rows = await named(findBilled(db))
  return rows.map(presentRow)
}

const presentRow = ({
  licenseLimit,
  twelveMonthCents,
  paidCents,
  owedCents,
  isTrial,
  ...row
}: BilledTotals): BillingOverviewRow => ({
  ...row,
  numberOfLicenses: licenseLimit ?? 0,
  // Divided once: twelve months by the month and then by the seat would round twice.
  pricePerLicense: toAmount(licenseLimit === null ? 0 : divideCents(twelveMonthCents, 12 * licenseLimit)),
  subscriptionStatus: isTrial ? 'trial' : shownStatusOf(row.subscriptionStatus),
  totalPaid: toAmount(paidCents),
  totalUnpaid: toAmount(owedCents),
})

function shownStatusOf(status: BilledTotals['subscriptionStatus']) {
  if (status === null) return 'none'
  return status === 'canceled' ? 'cancelled' : 'active'
}
