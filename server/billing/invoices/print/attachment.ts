import { buffer } from 'node:stream/consumers'
import type { Attachment } from '#server/database/schema/emails.ts'
import type { Platform } from '#server/platform/platform.ts'
import { print } from './document.ts'
import { findPrintedCreditNote, findPrintedInvoice } from './queries.ts'

type Printer = Pick<Platform, 'db' | 'config' | 'objects'>

/** The PDF that a letter brings along, as it is by now. Undefined if its reader may not open it any longer. */
export const printAttachment = (platform: Printer, { kind, ...wanted }: Attachment) => printers[kind](platform, wanted)

type Wanted = Pick<Attachment, 'organizationId' | 'id'>

const printers = { invoice: readInvoice, 'credit-note': readCreditNote }

async function readInvoice(platform: Printer, { organizationId, id }: Wanted) {
  const invoice = await findPrintedInvoice(platform.db, { organizationId }, id)
  if (!invoice?.object) return invoice && print(platform, invoice)
  return buffer(await platform.objects.read(invoice.object.key))
}

async function readCreditNote({ db }: Printer, { organizationId, id }: Wanted) {
  const note = await findPrintedCreditNote(db, { organizationId }, id)
  if (!note) return undefined
  const { printCreditNote } = await import('./credit-note-pdf.ts')
  return printCreditNote(note)
}
