import { isOutstanding } from '#contract/billing/invoices.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Random } from '#demo/random.ts'
import type { InvoiceRow } from '#demo/rows/invoices.ts'
import { storedRow } from '#demo/rows/releases.ts'
import { sheet } from '#demo/support/files/sheet.ts'

/** The bytes are stored at startup. */
export const proofFile = {
  key: 'attachment-5a1f0c52-8f0e-4c6f-9d0a-3f6f0b1d7c21.pdf',
  fileName: 'proof-of-payment.pdf',
  make: () => sheet(['Example Bank', '', 'Payment notification', 'Beneficiary: Example Software (Pty) Ltd']),
}

type InvoiceWithDates = InvoiceRow & { id: string; createdAt: string }

/** One proof, for the newest outstanding invoice of a customer other than the first. */
export function buildPaymentProofs(invoices: InvoiceWithDates[], accounts: Account[], random: Random) {
  const first = accounts.find(({ role }) => role === 'org_admin')?.organizationId
  const invoice = invoices
    .filter(({ organizationId, status = 'issued' }) => organizationId !== first && isOutstanding({ status }))
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0]
  const sender = accounts.find(({ organizationId }) => organizationId === invoice?.organizationId)
  if (!invoice || !sender) return { files: [], proofs: [] }
  const { key, fileName, make } = proofFile
  const bytes = make()
  const { createdAt } = invoice
  const file = storedRow({ purpose: 'attachment', key, userId: sender.id, fileName }, bytes, createdAt)
  const objectId = random.uuid()
  const owner = { organizationId: invoice.organizationId, invoiceId: invoice.id, userId: sender.id }
  const proof = {
    id: random.uuid(),
    ...owner,
    objectId,
    fileName,
    type: 'application/pdf',
    size: bytes.length,
    createdAt,
  }
  return { files: [{ ...file, id: objectId }], proofs: [proof] }
}
