import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type SessionUser, scopeOf } from '#server/platform/access.ts'
import type { Objects } from '#server/platform/objects/objects.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findItems, findPrintedInvoice, type PrintedInvoice } from './queries.ts'

/** The PDF of an invoice, the one that was uploaded or else one printed now, and the name to save it by. */
export async function readInvoiceDocument(platform: Platform, user: SessionUser, id: string) {
  const { db, objects } = platform
  const invoice = await findPrintedInvoice(db, scopeOf(user), id)
  if (!invoice) throw notFound('Invoice')
  const { files, object } = invoice.object
    ? { files: objects, object: invoice.object }
    : inMemory(objects, await print(platform, user, invoice))
  return { files, download: { object, fileName: `${invoice.invoiceNumber}.pdf`, type: 'application/pdf' } }
}

/** Setting a page takes a tenth of a second of a processor that everybody shares: each person has so many a minute. */
async function print({ db, config, limits }: Platform, { id: userId }: SessionUser, invoice: PrintedInvoice) {
  await limits.spend('printed invoice by user', userId)
  // Loaded with the first print: a server that prints nothing is spared thirty megabytes.
  const { printInvoice } = await import('./pdf.ts')
  return printInvoice({ ...invoice, items: await findLines(db, invoice) }, config.vendor)
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
