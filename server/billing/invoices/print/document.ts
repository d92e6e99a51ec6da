import { buffer } from 'node:stream/consumers'
import { asIssued } from '#server/billing/vat.ts'
import type { Attachment } from '#server/database/schema/emails.ts'
import { findItems } from '#server/domain/invoices.ts'
import { type SessionUser, scopeOf } from '#server/platform/http/access.ts'
import { isMissing, notFound } from '#server/platform/http/errors.ts'
import { printedFile } from '#server/platform/pdf/file.ts'
import type { Platform } from '#server/platform/platform.ts'
import { partiesOf } from './printed-invoice.ts'
import { findPrintedCreditNote, findPrintedInvoice, type PrintedInvoice } from './queries.ts'

/** Returns an invoice's PDF, uploaded or printed now, and its file name. */
export async function readInvoiceDocument(platform: Platform, user: SessionUser, id: string) {
  const { db, objects } = platform
  const invoice = await findPrintedInvoice(db, scopeOf(user), id)
  if (!invoice) throw notFound('Invoice')
  const { object } = invoice
  const fileName = `${invoice.invoiceNumber}.pdf`
  if (object) return { files: objects, download: { object, fileName, type: 'application/pdf' } }
  // Printing a page takes 0.1 s of shared processor time, so each user has a limit per minute.
  await platform.limits.spend('printed document by user', user.id)
  return printedFile(await print(platform, invoice), fileName)
}

async function print({ db, config }: Pick<Platform, 'db' | 'config'>, stored: PrintedInvoice) {
  // Imported on first use: the library needs 30 MB of memory.
  const { printInvoice } = await import('./pdf.ts')
  const contact = `Questions about this invoice? Write to ${config.salesEmail}, or open ${config.publicUrl}/billing.`
  const invoice = asIssued({ config }, stored)
  const { vendor, recipient } = partiesOf(invoice, { ...config.vendor, contact })
  return printInvoice({ ...invoice, recipient, ...(await findLines(db, invoice)) }, vendor)
}

/** An invoice without lines prints one line: its note or the product's name. */
async function findLines(db: Platform['db'], invoice: PrintedInvoice) {
  const items = await findItems(db, invoice)
  const { amountCents, notes } = invoice
  if (items.length > 0) return { items, notes }
  return { items: [{ description: notes || 'Software licenses', quantity: 1, amountCents }], notes: null }
}

export async function readCreditNoteDocument({ db, limits }: Platform, user: SessionUser, id: string) {
  const note = await findPrintedCreditNote(db, scopeOf(user), id)
  if (!note) throw notFound('Credit note')
  await limits.spend('printed document by user', user.id)
  const { printCreditNote } = await import('./credit-note-pdf.ts')
  return printedFile(await printCreditNote(note), `${note.creditNoteNumber}.pdf`)
}

type Printer = Pick<Platform, 'db' | 'config' | 'objects'>

/** Returns the PDF for an email as it is when the email is sent, or undefined if the recipient may no longer open it. */
export const printAttachment = (platform: Printer, { kind, ...wanted }: Attachment) => printers[kind](platform, wanted)

type OwnedDocument = Pick<Attachment, 'organizationId' | 'id'>

const printers = { invoice: readInvoice, 'credit-note': readCreditNote }

async function readInvoice(platform: Printer, { organizationId, id }: OwnedDocument) {
  const invoice = await findPrintedInvoice(platform.db, { organizationId }, id)
  if (!invoice?.object) return invoice && print(platform, invoice)
  const { key } = invoice.object
  const file = await platform.objects.read(key).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    throw new Error(`The PDF that was uploaded for invoice ${invoice.invoiceNumber} is lost. Restore the file ${key}`)
  })
  return buffer(file)
}

async function readCreditNote({ db }: Printer, { organizationId, id }: OwnedDocument) {
  const note = await findPrintedCreditNote(db, { organizationId }, id)
  if (!note) return undefined
  const { printCreditNote } = await import('./credit-note-pdf.ts')
  return printCreditNote(note)
}
