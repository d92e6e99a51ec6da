import { findItems } from '#server/domain/invoices.ts'
import { type SessionUser, scopeOf } from '#server/platform/http/access.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { printedFile } from '#server/platform/pdf/file.ts'
import type { Platform } from '#server/platform/platform.ts'
import { partiesOf } from './printed-invoice.ts'
import { findPrintedCreditNote, findPrintedInvoice, type PrintedInvoice } from './queries.ts'

/** The PDF of an invoice, the one that was uploaded or else one printed now, and the name to save it by. */
export async function readInvoiceDocument(platform: Platform, user: SessionUser, id: string) {
  const { db, objects } = platform
  const invoice = await findPrintedInvoice(db, scopeOf(user), id)
  if (!invoice) throw notFound('Invoice')
  const { object } = invoice
  const fileName = `${invoice.invoiceNumber}.pdf`
  if (object) return { files: objects, download: { object, fileName, type: 'application/pdf' } }
  // Setting a page takes a tenth of a second of a processor that everybody shares: each person has so many a minute.
  await platform.limits.spend('printed document by user', user.id)
  return printedFile(await print(platform, invoice), fileName)
}

/** Of an invoice that was not uploaded. */
export async function print({ db, config }: Pick<Platform, 'db' | 'config'>, invoice: PrintedInvoice) {
  // Loaded with the first print: a server that prints nothing is spared thirty megabytes.
  const { printInvoice } = await import('./pdf.ts')
  const { vendor, recipient } = partiesOf(invoice, config.vendor)
  return printInvoice({ ...invoice, recipient, items: await findLines(db, invoice) }, vendor)
}

/** An invoice without lines is about one thing: what its note says, or the product itself. */
async function findLines(db: Platform['db'], invoice: PrintedInvoice) {
  const items = await findItems(db, invoice)
  const { amountCents, notes } = invoice
  return items.length > 0 ? items : [{ description: notes || 'Software licenses', quantity: 1, amountCents }]
}

/** The PDF of a credit note, and the name to save it by. */
export async function readCreditNoteDocument({ db, limits }: Platform, user: SessionUser, id: string) {
  const note = await findPrintedCreditNote(db, scopeOf(user), id)
  if (!note) throw notFound('Credit note')
  await limits.spend('printed document by user', user.id)
  const { printCreditNote } = await import('./credit-note-pdf.ts')
  return printedFile(await printCreditNote(note), `${note.creditNoteNumber}.pdf`)
}
