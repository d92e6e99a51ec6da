import PDFDocument from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import { writeFooters } from './pdf-footer.ts'
import { writeLetterhead } from './pdf-letterhead.ts'
import { writeLines } from './pdf-lines.ts'
import { writePayment, writeTotals } from './pdf-totals.ts'
import { BOTTOM, LEFT, registerFonts, TOP, type Doc } from './pdf-style.ts'
import { titleOf, type Printed, type Vendor } from './printed-invoice.ts'

/** The invoice on A4. The same invoice gives the same bytes: nothing in it depends on when it is printed. */
export function printInvoice(invoice: Printed, vendor: Vendor): Promise<Buffer> {
  const doc = createDocument(invoice, vendor)
  const printed = buffer(doc)
  const y = writeLetterhead(doc, invoice, vendor)
  const belowLines = writeLines(doc, y, invoice, vendor)
  const belowTotals = writeTotals(doc, belowLines, invoice, vendor)
  writePayment(doc, belowTotals, invoice, vendor)
  writeFooters(doc, invoice, vendor)
  doc.end()
  return printed
}

function createDocument(invoice: Printed, vendor: Vendor): Doc {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: TOP, bottom: BOTTOM, left: LEFT, right: LEFT },
    bufferPages: true,
    lang: 'en-ZA',
    displayTitle: true,
    info: {
      Title: `${titleOf(invoice, vendor)} ${invoice.invoiceNumber}`,
      Author: vendor.name,
      CreationDate: new Date(invoice.createdAt),
    },
  })
  registerFonts(doc)
  return doc
}
