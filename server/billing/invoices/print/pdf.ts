import { hasNothingDue } from '#contract/billing/invoices.ts'
import { formatDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import { writeLetterhead, type Fact, type Stamp } from '#server/platform/pdf/letterhead.ts'
import { heightOf, LEFT, placeFor, WIDTH, write, type Doc, type Paragraph } from '#server/platform/pdf/style.ts'
import { printDocument } from '#server/platform/pdf/print.ts'
import { writeTable, writeTotals } from '#server/platform/pdf/table.ts'
import { writeHowToPay } from './how-to-pay.ts'
import {
  balanceDue,
  balanceRows,
  valueRows,
  titleOf,
  vatOf,
  type InvoicePrint,
  type Vendor,
  isCreditedInFull,
} from './printed-invoice.ts'

/** Prints an invoice on A4. The same invoice always gives the same bytes, whenever it is printed. */
export function printInvoice(invoice: InvoicePrint, vendor: Vendor): Promise<Buffer> {
  const { invoiceNumber, createdAt, items } = invoice
  const title = titleOf(invoice, vendor)
  return printDocument({ title: `${title} ${invoiceNumber}`, author: vendor.name, createdAt }, async (doc) => {
    const recipient = { ...invoice.recipient, label: 'Billed to' }
    const y = writeLetterhead(doc, { title, stamp: stampOf(invoice), vendor, recipient, facts: factsOf(invoice) })
    const belowLines = await writeTable(doc, y, { columns: columnsOf(invoice, vendor), rows: items.map(rowOf) })
    const belowTotals = writeTotals(doc, belowLines, [...valueRows(invoice, vendor), ...balanceRows(invoice)])
    const belowNotes = invoice.notes ? writeBlock(doc, belowTotals + 8, notesOf(invoice.notes)) : belowTotals
    const owed = { ...vendor, amountCents: balanceDue(invoice), reference: invoiceNumber, hasCode: true }
    const belowPayment = hasNothingDue(invoice) ? belowNotes : writeHowToPay(doc, belowNotes, owed)
    if (vendor.contact) writeBlock(doc, belowPayment + 12, [{ style: 'label', text: vendor.contact }])
  })
}

const notesOf = (text: string): Paragraph[] => [
  { style: 'label', text: 'Notes' },
  { style: 'text', text },
]

/** On one page if it fits. Returns where the next block can start. */
function writeBlock(doc: Doc, start: number, paragraphs: Paragraph[]) {
  const y = placeFor(doc, start, heightOf(doc, WIDTH, paragraphs))
  return write(doc, { x: LEFT, y, width: WIDTH }, paragraphs)
}

const factsOf = ({ invoiceNumber, issueDay, dueDay, firstDay, lastDay }: InvoicePrint): Fact[] => [
  ['Invoice number', invoiceNumber],
  ['Issue date', formatDate(issueDay)],
  ['Due date', formatDate(dueDay)],
  ...(firstDay && lastDay ? [['Period', `${formatDate(firstDay)} to ${formatDate(lastDay)}`] as const] : []),
  ['Currency', 'ZAR (South African rand)'],
]

const columnsOf = (invoice: InvoicePrint, vendor: Vendor) => [
  { head: 'Description' },
  { head: 'Quantity', width: 55, align: 'right' as const },
  { head: 'Unit price', width: 80, align: 'right' as const },
  { head: vatOf(invoice, vendor) ? 'Amount incl. VAT' : 'Amount', width: 110, align: 'right' as const },
]

const rowOf = ({ description, quantity, amountCents }: InvoicePrint['items'][number]) => [
  description,
  String(quantity),
  unitPrice(quantity, amountCents),
  formatRand(amountCents),
]

/** Empty where the amount is not the product of a price in whole cents, as for a part of a period. */
const unitPrice = (quantity: number, amountCents: number) =>
  quantity > 0 && amountCents % quantity === 0 ? formatRand(amountCents / quantity) : ''

const stamps: Partial<Record<InvoicePrint['status'], Stamp>> = {
  paid: { text: 'PAID', color: 'green' },
  void: { text: 'VOID', color: 'red' },
  cancelled: { text: 'CANCELLED', color: 'red' },
  draft: { text: 'DRAFT', color: 'grey' },
}

/** An outstanding invoice has no stamp; a paid one shows its day. */
function stampOf(invoice: InvoicePrint): Stamp | undefined {
  if (isCreditedInFull(invoice)) return { text: 'CREDITED', color: 'red' }
  const { status, paidDay } = invoice
  const stamp = stamps[status]
  return stamp && paidDay ? { ...stamp, text: `${stamp.text} ${formatDate(paidDay)}` } : stamp
}
