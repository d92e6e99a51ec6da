import { and, desc, eq, ne, sql, type SQL } from 'drizzle-orm'
import { isAdmin } from '#contract/roles.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { invoices, invoiceStatusChanges } from '#server/database/schema/invoices.ts'
import { objects } from '#server/database/schema/objects.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import type { SessionUser } from '#server/platform/access.ts'

type NewInvoice = typeof invoices.$inferInsert

/** Whose invoices a person reaches: an admin everybody's, everyone else the own organization's, once they are issued. */
export type Scope = 'all' | { organizationId: string | null }

export type Reader = Pick<SessionUser, 'role' | 'organizationId'>

export const scopeOf = ({ role, organizationId }: Reader): Scope => (isAdmin(role) ? 'all' : { organizationId })

export const inScope = (scope: Scope) =>
  scope === 'all'
    ? undefined
    : and(sql`${invoices.organizationId} = ${scope.organizationId}`, ne(invoices.status, 'draft'))

const selectInvoices = (db: Database, condition: SQL | undefined) =>
  db
    .select({
      id: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      organizationId: invoices.organizationId,
      organizationName: organizations.name,
      isManual: invoices.isManual,
      amountCents: invoices.amountCents,
      status: invoices.status,
      dueDate: invoices.dueDate,
      paidAt: invoices.paidAt,
      createdAt: invoices.createdAt,
      notes: invoices.notes,
      hasFile: sql<boolean>`${invoices.pdfObjectId} is not null`,
    })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .where(condition)

export type InvoiceRow = Awaited<ReturnType<typeof selectInvoices>>[number]

/** Newest first. */
export const findInvoices = (db: Database, scope: Scope) =>
  selectInvoices(db, inScope(scope)).orderBy(desc(invoices.createdAt), desc(invoices.id))

export const findInvoice = (db: Database, scope: Scope, id: string) =>
  selectInvoices(db, and(inScope(scope), eq(invoices.id, id))).then(only)

export const findInvoiceFile = (db: Database, scope: Scope, id: string) =>
  db
    .select({
      invoiceNumber: invoices.invoiceNumber,
      object: { key: objects.key, size: objects.size, sha256: objects.sha256 },
    })
    .from(invoices)
    .leftJoin(objects, eq(objects.id, invoices.pdfObjectId))
    .where(and(inScope(scope), eq(invoices.id, id)))
    .then(first)

/** Its organization cannot be removed while the invoice is written. */
export const lockOrganization = (tx: Database, id: string) =>
  tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id)).for('key share').then(first)

/** Undefined when the number is taken, also by somebody at this very moment. */
export const insertInvoice = (tx: Database, invoice: NewInvoice) =>
  tx.insert(invoices).values(invoice).onConflictDoNothing({ target: invoices.invoiceNumber }).returning().then(first)

type StatusChange = typeof invoiceStatusChanges.$inferInsert

export const insertStatusChange = (tx: Database, change: StatusChange) => tx.insert(invoiceStatusChanges).values(change)
