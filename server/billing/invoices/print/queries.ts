import { and, eq, sql, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { oneOf } from '#server/billing/invoices/queries.ts'
import { wasIssued } from '#server/database/customer-entries.ts'
import { first, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { creditNotes } from '#server/database/schema/billing/payments.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { objects } from '#server/database/schema/objects.ts'
import { asDay } from '#server/domain/calendar.ts'
import { periodDays, zoneOfIssue } from '#server/domain/invoices.ts'
import type { Scope } from '#server/platform/http/access.ts'

type Document = Parameters<typeof zoneOfIssue>[0]

const issueDayOf = (document: Document & { createdAt: SQLWrapper }) =>
  sql<string>`${asDay(document.createdAt, zoneOfIssue(document))}::text`

const recipient = { name: organizations.name, address: organizations.address, vatNumber: organizations.vatNumber }

export const findPrintedInvoice = (db: Database, scope: Scope, id: string) =>
  db
    .select({
      id: invoices.id,
      organizationId: invoices.organizationId,
      invoiceNumber: invoices.invoiceNumber,
      status: invoices.status,
      amountCents: invoices.amountCents,
      paidCents: invoices.paidCents,
      creditedCents: invoices.creditedCents,
      vatBasisPoints: invoices.vatBasisPoints,
      notes: invoices.notes,
      createdAt: invoices.createdAt,
      issueDay: issueDayOf(invoices),
      dueDay: invoices.dueDate,
      paidDay: sql<string | null>`${asDay(invoices.paidAt)}::text`,
      ...periodDays,
      particulars: invoices.particulars,
      wasIssued: wasIssued(invoices),
      recipient,
      object: { key: objects.key, size: objects.size, sha256: objects.sha256 },
    })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .leftJoin(objects, eq(objects.id, invoices.pdfObjectId))
    .where(oneOf(scope, id))
    .then(first)

export type PrintedInvoice = NonNullable<Awaited<ReturnType<typeof findPrintedInvoice>>>

const reachedNote = (scope: Scope, id: string) =>
  and(
    eq(creditNotes.id, id),
    scope === 'all' ? undefined : sql`${creditNotes.organizationId} = ${scope.organizationId}`,
  )

const earlier = alias(creditNotes, 'earlier')

/** Of the same invoice. */
const creditedBeforeCents = sql`(
  select coalesce(sum(${earlier.amountCents}), 0) from ${creditNotes} earlier
  where ${earlier.organizationId} = ${creditNotes.organizationId} and ${earlier.invoiceId} = ${creditNotes.invoiceId}
    and (${earlier.createdAt}, ${earlier.id}) < (${creditNotes.createdAt}, ${creditNotes.id}))`.mapWith(Number)

export const findPrintedCreditNote = (db: Database, scope: Scope, id: string) =>
  db
    .select({
      creditNoteNumber: creditNotes.creditNoteNumber,
      invoiceNumber: invoices.invoiceNumber,
      invoiceDay: issueDayOf(invoices),
      amountCents: creditNotes.amountCents,
      creditedBeforeCents,
      vatBasisPoints: creditNotes.vatBasisPoints,
      reason: creditNotes.reason,
      particulars: creditNotes.particulars,
      createdAt: creditNotes.createdAt,
      issueDay: issueDayOf(creditNotes),
    })
    .from(creditNotes)
    .innerJoin(
      invoices,
      and(eq(invoices.organizationId, creditNotes.organizationId), eq(invoices.id, creditNotes.invoiceId)),
    )
    .where(reachedNote(scope, id))
    .then(first)

export type PrintedCreditNote = NonNullable<Awaited<ReturnType<typeof findPrintedCreditNote>>>
