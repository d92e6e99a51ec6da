import { sql } from 'drizzle-orm'
import { InvoiceStatus, isCounted as counts, isOwed as owes, type Invoice } from '#contract/billing/invoices.ts'
import { invoices } from '#server/database/schema/invoices.ts'

/** A rule of the contract as SQL. Its statuses stand in the text: the index of unpaid invoices only serves what names them. */
const holds = (rule: (invoice: Pick<Invoice, 'status'>) => boolean) => {
  const statuses = InvoiceStatus.options.filter((status) => rule({ status }))
  return sql<boolean>`${invoices.status} in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`
}

export const isOwed = holds(owes)
export const isCounted = holds(counts)
export const isPaid = sql<boolean>`${invoices.status} = 'paid'`
export const isOverdue = sql<boolean>`${invoices.status} = 'overdue'`
