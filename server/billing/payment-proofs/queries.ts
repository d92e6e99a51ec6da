import { and, desc, eq, sql } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { paymentProofs } from '#server/database/schema/billing/payment-proofs.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { objects } from '#server/database/schema/objects.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'

const shown = {
  id: paymentProofs.id,
  fileName: paymentProofs.fileName,
  size: paymentProofs.size,
  type: paymentProofs.type,
  isImage: sql<boolean>`${paymentProofs.type} like 'image/%'`,
  sentBy: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
  createdAt: paymentProofs.createdAt,
}

const ofInvoice = ({ organizationId, id }: OwnedRecord) =>
  and(eq(paymentProofs.organizationId, organizationId), eq(paymentProofs.invoiceId, id))

export const findProofs = (db: Database, invoice: OwnedRecord) =>
  db
    .select(shown)
    .from(paymentProofs)
    .innerJoin(users, eq(users.id, paymentProofs.userId))
    .where(ofInvoice(invoice))
    .orderBy(desc(paymentProofs.createdAt), desc(paymentProofs.id))

export const findProofFile = (db: Database, invoice: OwnedRecord, proofId: string) =>
  db
    .select({
      fileName: paymentProofs.fileName,
      type: paymentProofs.type,
      isImage: shown.isImage,
      object: { key: objects.key, size: objects.size, sha256: objects.sha256 },
    })
    .from(paymentProofs)
    .innerJoin(objects, eq(objects.id, paymentProofs.objectId))
    .where(and(ofInvoice(invoice), eq(paymentProofs.id, proofId)))
    .then(first)

export const countProofs = (tx: Database, invoice: OwnedRecord) => tx.$count(paymentProofs, ofInvoice(invoice))

export const insertProof = (tx: Database, proof: typeof paymentProofs.$inferInsert) =>
  tx.insert(paymentProofs).values(proof).returning({ id: paymentProofs.id }).then(only)
