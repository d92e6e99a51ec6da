import { and, asc, eq, sql } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { creditNotes } from '#server/database/schema/billing/payments.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'

type NewCreditNote = typeof creditNotes.$inferInsert
export type StoredCreditNote = typeof creditNotes.$inferSelect

export const insertCreditNote = (tx: Database, creditNote: NewCreditNote) =>
  tx
    .insert(creditNotes)
    .values({ ...creditNote, createdAt: sql`clock_timestamp()` })
    .returning()
    .then(only)

export const findCreditNotes = (db: Database, { organizationId, id }: OwnedRecord) =>
  db
    .select({
      id: creditNotes.id,
      creditNoteNumber: creditNotes.creditNoteNumber,
      amountCents: creditNotes.amountCents,
      reason: creditNotes.reason,
      createdAt: creditNotes.createdAt,
    })
    .from(creditNotes)
    .where(and(eq(creditNotes.organizationId, organizationId), eq(creditNotes.invoiceId, id)))
    .orderBy(asc(creditNotes.createdAt), asc(creditNotes.id))

export type CreditNoteRow = Awaited<ReturnType<typeof findCreditNotes>>[number]
