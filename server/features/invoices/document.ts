import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Objects } from '#server/platform/objects/objects.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { printInvoice } from './pdf.ts'
import { findItems, findPrintedInvoice, type PrintedInvoice, type Scope } from './queries.ts'

/** The PDF of an invoice, the one that was uploaded or else one printed now, and the name to save it by. */
export async function readInvoiceDocument({ db, config, objects }: Platform, scope: Scope, id: string) {
  const invoice = await findPrintedInvoice(db, scope, id)
  if (!invoice) throw notFound('Invoice')
  const { files, object } = invoice.object
    ? { files: objects, object: invoice.object }
    : inMemory(objects, await printInvoice({ ...invoice, items: await findLines(db, invoice) }, config.vendor))
  return { files, download: { object, fileName: `${invoice.invoiceNumber}.pdf`, type: 'application/pdf' } }
}

/** An invoice without lines is about one thing: what its note says, or the product itself. */
async function findLines(db: Platform['db'], invoice: PrintedInvoice) {
  const items = await findItems(db, invoice)
  const { amountCents, notes } = invoice
  return items.length > 0 ? items : [{ description: notes || 'Software licenses', quantity: 1, amountCents }]
}

/** Read like a stored file, so that it resumes and is not sent twice. */
function inMemory(objects: Objects, content: Buffer) {
  const files: Objects = {
    ...objects,
    read: async (_key, { start, end } = { start: 0, end: content.length - 1 }) =>
      Readable.from([content.subarray(start, end + 1)]),
  }
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { files, object: { key: sha256, size: content.length, sha256 } }
}
