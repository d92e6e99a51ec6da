import { isOutstanding } from '#contract/billing/invoices.ts'
import {
  isProofType,
  MAX_PROOFS,
  ONLY_CUSTOMERS_PROVE,
  PROOF_NOT_NEEDED,
  TOO_MANY_PROOFS,
  WRONG_PROOF,
} from '#contract/billing/payment-proofs.ts'
import { fullName } from '#contract/identity/session.ts'
import type { GivenAttachment } from '#contract/support/attachments.ts'
import { paymentProofForSales } from '#server/billing/emails/payment-proofs.ts'
import { onceKey } from '#server/billing/emails/write.ts'
import { requireInvoice } from '#server/billing/invoices/detail.ts'
import type { Database } from '#server/database/database.ts'
import { lockInvoiceRow } from '#server/domain/invoices.ts'
import { lockOrganizationForShare } from '#server/domain/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { scopeOf, type SessionUser } from '#server/platform/http/access.ts'
import { atField, badRequest, conflict, forbidden, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { plainFileName } from '#server/platform/storage/kinds/file-name.ts'
import { contentOf } from '#server/platform/storage/kinds/content.ts'
import { countProofs, findProofFile, findProofs, insertProof } from './queries.ts'

export const readProofs = async (db: Database, user: SessionUser, id: string) =>
  findProofs(db, await requireInvoice(db, scopeOf(user), id))

/** Stores an uploaded file as proof and emails sales. The invoice and its balance do not change. */
export async function sendProof(
  platform: Platform,
  actor: Actor,
  user: SessionUser,
  id: string,
  given: GivenAttachment,
) {
  const { db, objects, mailer, config } = platform
  const { organizationId } = user
  if (organizationId === null) throw forbidden(ONLY_CUSTOMERS_PROVE)
  const invoice = await requireInvoice(db, { organizationId }, id)
  if (!isOutstanding(invoice)) throw conflict(PROOF_NOT_NEEDED)
  const fileName = plainFileName(given.fileName)
  const { type } = contentOf('attachment', fileName)
  if (!isProofType(type)) throw badRequest(WRONG_PROOF)
  const upload = await objects
    .check({ url: given.url, userId: user.id, purpose: 'attachment', fileName })
    .catch(atField('url'))
  return db.transaction(async (tx) => {
    await lockOrganizationForShare(tx, organizationId)
    // Two uploads at once would otherwise both find room for one.
    if (!isOutstanding(await lockInvoiceRow(tx, invoice))) throw conflict(PROOF_NOT_NEEDED)
    if ((await countProofs(tx, invoice)) >= MAX_PROOFS) throw conflict(TOO_MANY_PROOFS)
    const { id: objectId } = await objects.claim(tx, upload)
    const { size } = upload.measures
    const proof = { organizationId, invoiceId: id, userId: user.id, objectId, fileName, type, size }
    const inserted = await insertProof(tx, proof)
    await audit(tx, actor, {
      action: 'invoice.proof-sent',
      organizationId,
      subject: { kind: 'invoice', id },
      changes: { fileName: [null, fileName] },
    })
    const letter = paymentProofForSales(config, { ...invoice, person: fullName(user), fileName })
    await mailer.queue(tx, letter, { once: onceKey.proof(inserted.id) })
    return findProofs(tx, invoice)
  })
}

type ProofFileRequest = { id: string; proofId: string; view?: '1' | undefined }

export async function readProofFile(db: Database, user: SessionUser, { id, proofId, view }: ProofFileRequest) {
  const file = await findProofFile(db, await requireInvoice(db, scopeOf(user), id), proofId)
  if (!file) throw notFound('Proof of payment')
  return { ...file, isShown: file.isImage && view === '1' }
}
