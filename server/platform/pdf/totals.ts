import { placeFor, RIGHT, setStyle, type Doc, type Style } from './style.ts'

const ROW = 18

/** More below a total: what follows is another sum. */
const heightOf = ({ style }: Total) => (style === 'total' ? ROW + 6 : ROW)
const BLOCK = 240

export type Total = { style: Style; label: string; value: string }

/** Names and figures on the right, kept together. Answers where the next thing can begin. */
export function writeTotals(doc: Doc, start: number, rows: Total[]) {
  let y = placeFor(
    doc,
    start + 4,
    rows.reduce((sum, row) => sum + heightOf(row), 10),
  )
  for (const row of rows) {
    const { style, label, value } = row
    setStyle(doc, style).text(label, RIGHT - BLOCK, y, { width: BLOCK / 2 })
    doc.text(value, RIGHT - BLOCK / 2, y, { width: BLOCK / 2, align: 'right' })
    y += heightOf(row)
  }
  return y + 4
}
