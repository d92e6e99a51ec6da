import { formatRand } from '#contract/money.ts'
import { vatOf, type Printed, type Vendor } from './printed-invoice.ts'
import { heightOf, LEFT, placeFor, RIGHT, rule, TOP, setStyle, type Doc, type Style } from './pdf-style.ts'
import type { Item } from './queries.ts'

const AMOUNT = { x: RIGHT - 110, width: 110, align: 'right' } as const
const QUANTITY = { x: AMOUNT.x - 70, width: 60, align: 'right' } as const
const DESCRIPTION = { x: LEFT, width: QUANTITY.x - LEFT - 10 } as const
const GAP = 6

/** One row a line, over as many pages as they need, with the column heads on each. Answers where the next thing can begin. */
export function writeLines(doc: Doc, start: number, invoice: Printed, vendor: Vendor) {
  const amount = vatOf(invoice, vendor) ? 'Amount incl. VAT' : 'Amount'
  let y = writeHead(doc, start, amount)
  const repeatHead = () => {
    doc.y = writeHead(doc, TOP, amount)
    setStyle(doc, 'text')
  }
  doc.on('pageAdded', repeatHead)
  for (const item of invoice.items) y = writeLine(doc, y, item)
  doc.off('pageAdded', repeatHead)
  return y
}

function writeHead(doc: Doc, y: number, amount: string) {
  writeCells(doc, 'label', y, { description: 'Description', quantity: 'Quantity', amount })
  rule(doc, y + 15)
  return y + 15 + GAP
}

/** A description that fits on no page flows onto the next ones. */
function writeLine(doc: Doc, start: number, { description, quantity, amountCents }: Item) {
  const height = heightOf(doc, DESCRIPTION.width, [{ style: 'text', text: description }])
  const y = placeFor(doc, start, height + GAP)
  writeCells(doc, 'text', y, { description, quantity: String(quantity), amount: formatRand(amountCents) })
  const end = doc.y + GAP - 2
  rule(doc, end)
  return end + GAP
}

type Cells = { description: string; quantity: string; amount: string }

/** The description last: it may leave the page, and tells by `doc.y` where it ended. */
function writeCells(doc: Doc, style: Style, y: number, { description, quantity, amount }: Cells) {
  setStyle(doc, style)
  doc.text(quantity, QUANTITY.x, y, QUANTITY)
  doc.text(amount, AMOUNT.x, y, AMOUNT)
  doc.text(description, DESCRIPTION.x, y, { ...DESCRIPTION, lineGap: 2 })
}
