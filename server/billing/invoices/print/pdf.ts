import { isSettled } from '#contract/billing/invoices.ts'
import { formatDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import { writeLetterhead, type Fact, type Stamp } from '#server/platform/pdf/letterhead.ts'
import { writePayment } from '#server/platform/pdf/payment.ts'
import { printDocument } from '#server/platform/pdf/print.ts'
import { writeTable, writeTotals } from '#server/platform/pdf/table.ts'
import {
  balanceRows,
  valueRows,
  titleOf,
  vatOf,
  type Printed,
  type Vendor,
  isCreditedInFull,
} from './printed-invoice.ts'

/** Prints an invoice on A4. The same invoice always gives the same bytes, whenever it is printed. */
export function printInvoice(invoice: Printed, vendor: Vendor): Promise<Buffer> {
  const { invoiceNumber, createdAt, items } = invoice
  const title = titleOf(invoice, vendor)
  return printDocument({ title: `${title} ${invoiceNumber}`, author: vendor.name, createdAt }, async (doc) => {
    const recipient = { ...invoice.recipient, label: 'Billed to' }
    const y = writeLetterhead(doc, { title, stamp: stampOf(invoice), vendor, recipient, facts: factsOf(invoice) })
    const belowLines = await writeTable(doc, y, { columns: columnsOf(invoice, vendor), rows: items.map(rowOf) })
    const belowTotals = writeTotals(doc, belowLines, [...valueRows(invoice, vendor), ...balanceRows(invoice)])
    if (!isSettled(invoice)) writePayment(doc, belowTotals, { ...vendor, reference: invoiceNumber })
  })
}

const factsOf = ({ invoiceNumber, issueDay, dueDay, firstDay, lastDay }: Printed): Fact[] => [
  ['Invoice number', invoiceNumber],
  ['Issue date', formatDate(issueDay)],
  ['Due date', formatDate(dueDay)],
  ...(firstDay && lastDay ? [['Period', `${formatDate(firstDay)} to ${formatDate(lastDay)}`] as const] : []),
  ['Currency', 'ZAR (South African rand)'],
]

const columnsOf = (invoice: Printed, vendor: Vendor) => [
  { head: 'Description' },
  { head: 'Quantity', width: 60, align: 'right' as const },
  { head: vatOf(invoice, vendor) ? 'Amount incl. VAT' : 'Amount', width: 110, align: 'right' as const },
]

const rowOf = ({ description, quantity, amountCents }: Printed['items'][number]) => [
  description,
  String(quantity),
  formatRand(amountCents),
]

const stamps: Partial<Record<Printed['status'], Stamp>> = {
  paid: { text: 'PAID', color: 'green' },
  void: { text: 'VOID', color: 'red' },
  cancelled: { text: 'CANCELLED', color: 'red' },
  draft: { text: 'DRAFT', color: 'grey' },
}

/** An outstanding invoice has no stamp; a paid one shows its day. */
export function stampOf(invoice: Printed): Stamp | undefined {
  if (isCreditedInFull(invoice)) return { text: 'CREDITED', color: 'red' }
  const { status, paidDay } = invoice
  const stamp = stamps[status]
  return stamp && paidDay ? { ...stamp, text: `${stamp.text} ${formatDate(paidDay)}` } : stamp
}
