import { isSettled } from '#contract/invoices.ts'
import { formatRand } from '#contract/money.ts'
import { vatOf, type Printed, type Vendor } from './printed-invoice.ts'
import {
  heightOf,
  LEFT,
  placeFor,
  RIGHT,
  setStyle,
  write,
  WIDTH,
  type Doc,
  type Paragraph,
  type Style,
} from './pdf-style.ts'

const ROW = 18
const BLOCK = 240

type Row = { style: Style; label: string; value: string }

/** The value, the VAT in it and the total; without VAT the total alone. Answers where the next thing can begin. */
export function writeTotals(doc: Doc, start: number, invoice: Printed, vendor: Vendor) {
  const rows: Row[] = [
    ...vatRows(invoice, vendor),
    { style: 'total', label: 'Total (ZAR)', value: formatRand(invoice.amountCents) },
  ]
  let y = placeFor(doc, start + 4, rows.length * ROW + 10)
  for (const { style, label, value } of rows) {
    setStyle(doc, style).text(label, RIGHT - BLOCK, y, { width: BLOCK / 2 })
    doc.text(value, RIGHT - BLOCK / 2, y, { width: BLOCK / 2, align: 'right' })
    y += ROW
  }
  return y + 10
}

function vatRows(invoice: Printed, vendor: Vendor): Row[] {
  const vat = vatOf(invoice, vendor)
  if (!vat) return []
  return [
    { style: 'text', label: 'Total excluding VAT', value: formatRand(invoice.amountCents - vat.cents) },
    { style: 'text', label: `VAT ${vat.percent} %`, value: formatRand(vat.cents) },
  ]
}

/** How to pay what is still owed. */
export function writePayment(doc: Doc, start: number, invoice: Printed, { bankDetails }: Vendor) {
  if (isSettled(invoice) || !bankDetails) return
  const paragraphs: Paragraph[] = [
    { style: 'strong', text: 'Payment by EFT' },
    { style: 'text', text: bankDetails },
    { style: 'text', text: `Reference: ${invoice.invoiceNumber}` },
    { style: 'label', text: 'We never change our bank details by email. Compare them with the portal before you pay.' },
  ]
  const y = placeFor(doc, start + 14, heightOf(doc, WIDTH, paragraphs))
  write(doc, { x: LEFT, y, width: WIDTH }, paragraphs)
}
