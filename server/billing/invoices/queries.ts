import { and, asc, desc, eq, gte, ilike, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Invoice, InvoiceFilter } from '#contract/billing/invoices.ts'
import { wasIssued } from '#server/database/customer-entries.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { containsText } from '#server/database/search/parts-search.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { invoiceItems, invoices } from '#server/database/schema/billing/invoices.ts'
import { paymentProofs } from '#server/database/schema/billing/payment-proofs.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { awaitsPayment, isOfAge, isOutstanding, isShownToCustomers, type Item } from '#server/domain/invoices.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

export type NewInvoice = typeof invoices.$inferInsert

export const inScope = (scope: 'all' | { organizationId: unknown }) =>
  scope === 'all' ? undefined : and(sql`${invoices.organizationId} = ${scope.organizationId}`, isShownToCustomers)

export const oneOf = (scope: Scope, id: string) => and(inScope(scope), eq(invoices.id, id))

type MadeField =
  | 'amount'
  | 'totalAmount'
  | 'balance'
  | 'paidAmount'
  | 'creditedAmount'
  | 'currency'
  | 'invoiceUrl'
  | 'hasProof'
type StoredField = Exclude<keyof Invoice, MadeField> | 'amountCents' | 'paidCents' | 'creditedCents'

const selectInvoices = (db: Database, condition: SQL | undefined) =>
  db
    .select({
      id: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      organizationId: invoices.organizationId,
      organizationName: organizations.name,
      isManual: invoices.isManual,
      amountCents: invoices.amountCents,
      paidCents: invoices.paidCents,
      creditedCents: invoices.creditedCents,
      periodStart: invoices.periodStart,
      periodEnd: invoices.periodEnd,
      status: invoices.status,
      dueDate: invoices.dueDate,
      paidAt: invoices.paidAt,
      createdAt: invoices.createdAt,
      notes: invoices.notes,
      sortKey: sql<string>`${invoices.createdAt}::text`,
    } satisfies Record<StoredField | 'sortKey', unknown>)
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .where(condition)

export type InvoiceRow = Awaited<ReturnType<typeof selectInvoices>>[number]

export type InvoiceQuery = ListQuery & Partial<InvoiceFilter>

const newestFirst = { by: invoices.createdAt, id: invoices.id, descending: true }

export const findInvoices = (db: Database, scope: Scope, query: InvoiceQuery) =>
  selectInvoices(db, and(matching(scope, query), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))

const newest = prepared(['organizationId', 'limit'], (db, _form: 'own', { organizationId, limit }) =>
  selectInvoices(db, inScope({ organizationId }))
    .orderBy(...orderBy(newestFirst))
    .limit(limit),
)

export const newestInvoices = (db: Database, organizationId: string, query: Pick<ListQuery, 'limit'>) =>
  newest(db, 'own', { organizationId, limit: limitOf(query) })

/** By their due day, so the first to pay is among them whenever it was issued. */
export const firstDue = (db: Database, organizationId: string, limit: number) =>
  selectInvoices(db, and(inScope({ organizationId }), isOutstanding))
    .orderBy(asc(invoices.dueDate), asc(invoices.id))
    .limit(limit)

export function matching(scope: Scope, { status, search, organizationId, age, dueFrom, dueTo }: InvoiceQuery) {
  const conditions: Record<keyof InvoiceFilter, SQL | undefined> = {
    status: status && eq(invoices.status, status),
    organizationId: organizationId === undefined ? undefined : eq(invoices.organizationId, organizationId),
    age: age && and(isOutstanding, isOfAge(age)),
    dueFrom: dueFrom === undefined ? undefined : gte(invoices.dueDate, dueFrom),
    dueTo: dueTo === undefined ? undefined : lte(invoices.dueDate, dueTo),
    search: search ? mentions(scope, containing(search)) : undefined,
  }
  return and(inScope(scope), ...Object.values(conditions))
}

/** Only staff can search by organization; for a customer it is always the same. */
const mentions = (scope: Scope, pattern: string) =>
  or(
    ilike(invoices.invoiceNumber, pattern),
    ilike(invoices.notes, pattern),
    scope === 'all' ? sql`${invoices.organizationId} in ${namedLike(pattern)}` : undefined,
  )

const namedLike = (pattern: string) =>
  sql`(select ${organizations.id} from ${organizations} where ${organizations.name} ilike ${pattern})`

export const countMatching = (db: Database, scope: Scope, query: InvoiceQuery) =>
  db.$count(invoices, matching(scope, query))

/** The ids of those whose proof of payment awaits a recorded payment. */
export const findProven = (db: Database, ids: string[]) =>
  db
    .selectDistinct({ id: invoices.id })
    .from(paymentProofs)
    .innerJoin(
      invoices,
      and(eq(invoices.organizationId, paymentProofs.organizationId), eq(invoices.id, paymentProofs.invoiceId)),
    )
    .where(and(inArray(paymentProofs.invoiceId, ids), awaitsPayment))

export const findInvoice = (db: Database, scope: Scope, id: string) => selectInvoices(db, oneOf(scope, id)).then(first)

export const findNumbered = (db: Database, scope: Scope, search: string, limit: number) =>
  db
    .select({
      id: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      amountCents: invoices.amountCents,
      status: invoices.status,
      organizationName: organizations.name,
    })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .where(and(inScope(scope), containsText(invoices.invoiceNumber, search)))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(limit)

/** All invoices must belong to one organization. */
export const findItemsOf = (db: Database, organizationId: string, invoiceIds: string[]) =>
  db
    .select({
      invoiceId: invoiceItems.invoiceId,
      description: invoiceItems.description,
      amountCents: invoiceItems.amountCents,
    })
    .from(invoiceItems)
    .where(and(eq(invoiceItems.organizationId, organizationId), inArray(invoiceItems.invoiceId, invoiceIds)))
    .orderBy(asc(invoiceItems.invoiceId), asc(invoiceItems.position))

/** Returns undefined if the number is taken, also by a concurrent insert. */
export const insertInvoice = (tx: Database, invoice: NewInvoice) =>
  tx.insert(invoices).values(invoice).onConflictDoNothing({ target: invoices.invoiceNumber }).returning().then(first)

export const insertItems = (tx: Database, { organizationId, id }: OwnedRecord, items: Item[]) =>
  tx
    .insert(invoiceItems)
    .values(items.map((item, index) => ({ ...item, organizationId, invoiceId: id, position: index + 1 })))

export const findTaxed = (db: Database, { organizationId, id }: OwnedRecord) =>
  db
    .select({
      amountCents: invoices.amountCents,
      vatBasisPoints: invoices.vatBasisPoints,
      particulars: invoices.particulars,
      wasIssued: wasIssued(invoices),
    })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)))
    .then(only)

/** Whether it was ever issued, and whether customers see it. */
export const findIssue = (db: Database, { organizationId, id }: OwnedRecord) =>
  db
    .select({ wasIssued: wasIssued(invoices), isShown: isShownToCustomers })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)))
    .then(only)

type Issue = Pick<NewInvoice, 'particulars' | 'vatBasisPoints' | 'createdAt' | 'dueDate'>

export const setIssue = (tx: Database, { organizationId, id }: OwnedRecord, issue: Issue) =>
  tx
    .update(invoices)
    .set(issue)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)))
