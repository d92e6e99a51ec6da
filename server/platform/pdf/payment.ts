import { drawQrCode, fitsQrCode, QUIET_ZONE } from './qr-code.ts'
import { heightOf, LEFT, LINE, LINE_GAP, placeFor, RIGHT, WIDTH, write, type Doc, type Paragraph } from './style.ts'

type Row = readonly [label: string, value: string]
/** `code` is the text of the QR code, or empty. */
type Payment = { title: string; rows: readonly Row[]; note: string; code: string }

const PADDING = 12
const LABEL = 110
const CODE = 92

/** Writes a frame with a label and a value on each line, so that each can be copied alone. */
export function writePayment(doc: Doc, start: number, { title, rows, note, code }: Payment) {
  const heading: Paragraph = { style: 'strong', text: title }
  const remark: Paragraph = { style: 'label', text: note }
  const hasCode = code !== '' && fitsQrCode(code)
  const width = WIDTH - 2 * PADDING - (hasCode ? CODE + 2 * PADDING : 0)
  const heights = rows.map((row) => heightOfRow(doc, width, row))
  const sum = heights.reduce((height, row) => height + row, 0)
  const inside = Math.max(heightOf(doc, width, [heading, remark]) + sum + 12, hasCode ? CODE + QUIET_ZONE + 12 : 0)
  const height = inside + 2 * PADDING
  const top = placeFor(doc, start + 14, height)
  doc.roundedRect(LEFT, top, WIDTH, height, 6).lineWidth(0.75).strokeColor(LINE).stroke()
  const x = LEFT + PADDING
  let y = write(doc, { x, y: top + PADDING, width }, [heading]) + 6
  for (const [index, [label, value]] of rows.entries()) {
    write(doc, { x, y: y + 1, width: LABEL }, [{ style: 'label', text: label }])
    write(doc, { x: x + LABEL, y, width: width - LABEL }, [{ style: 'text', text: value }])
    y += heights[index] ?? 0
  }
  write(doc, { x, y: y + 6, width }, [remark])
  if (hasCode) writeCode(doc, top + PADDING, code)
  return top + height
}

const heightOfRow = (doc: Doc, width: number, [label, value]: Row) =>
  LINE_GAP +
  Math.max(
    heightOf(doc, LABEL, [{ style: 'label', text: label }]),
    heightOf(doc, width - LABEL, [{ style: 'text', text: value }]),
  )

function writeCode(doc: Doc, y: number, code: string) {
  const x = RIGHT - PADDING - CODE
  drawQrCode(doc, code, { x, y, size: CODE })
  const caption: Paragraph = { style: 'label', text: 'Scan for these details' }
  write(doc, { x, y: y + CODE + QUIET_ZONE, width: CODE, align: 'right' }, [caption])
}
