import { placeFor, RIGHT, setStyle, type Doc, type Style } from './style.ts'

const ROW = 18
const BLOCK = 240

export type Total = { style: Style; label: string; value: string }

/** Names and figures on the right, kept together. Answers where the next thing can begin. */
export function writeTotals(doc: Doc, start: number, rows: Total[]) {
  let y = placeFor(doc, start + 4, rows.length * ROW + 10)
  for (const { style, label, value } of rows) {
    setStyle(doc, style).text(label, RIGHT - BLOCK, y, { width: BLOCK / 2 })
    doc.text(value, RIGHT - BLOCK / 2, y, { width: BLOCK / 2, align: 'right' })
    y += ROW
  }
  return y + 10
}
