import { heightOf, LEFT, LINE, LINE_GAP, placeFor, WIDTH, write, type Doc, type Paragraph } from './style.ts'

type Payment = { title: string; rows: readonly (readonly [label: string, value: string])[]; note: string }

const PADDING = 12
const LABEL = 110
const INSIDE = WIDTH - 2 * PADDING

/** Writes a frame with a label and a value on each line, so that each can be copied alone. */
export function writePayment(doc: Doc, start: number, { title, rows, note }: Payment) {
  const heading: Paragraph = { style: 'strong', text: title }
  const remark: Paragraph = { style: 'label', text: note }
  const heights = rows.map(([, text]) => heightOf(doc, INSIDE - LABEL, [{ style: 'text', text }]) + LINE_GAP)
  const sum = heights.reduce((height, row) => height + row, 0)
  const height = heightOf(doc, INSIDE, [heading, remark]) + sum + 2 * PADDING + 12
  const top = placeFor(doc, start + 14, height)
  doc.roundedRect(LEFT, top, WIDTH, height, 6).lineWidth(0.75).strokeColor(LINE).stroke()
  const x = LEFT + PADDING
  let y = write(doc, { x, y: top + PADDING, width: INSIDE }, [heading]) + 6
  for (const [index, [label, value]] of rows.entries()) {
    write(doc, { x, y: y + 1, width: LABEL }, [{ style: 'label', text: label }])
    write(doc, { x: x + LABEL, y, width: INSIDE - LABEL }, [{ style: 'text', text: value }])
    y += heights[index] ?? 0
  }
  write(doc, { x, y: y + 6, width: INSIDE }, [remark])
  return top + height
}
