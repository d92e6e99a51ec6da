import { LEFT, type Doc } from './style.ts'

/** What a reader must not miss. */
export type Stamp = { text: string; color: keyof typeof colors }

const colors = { green: '#157347', red: '#b02a37', grey: '#5b6270' } as const

const SIZE = 13
const PADDING = 8

/** A framed word. Answers where the next thing can begin. */
export function writeStamp(doc: Doc, y: number, { text, color }: Stamp) {
  doc.font('semibold').fontSize(SIZE)
  const [width, height] = [doc.widthOfString(text) + 2 * PADDING, SIZE + 2 * PADDING]
  doc.roundedRect(LEFT, y, width, height, 4).lineWidth(1.5).strokeColor(colors[color]).stroke()
  doc.fillColor(colors[color]).text(text, LEFT + PADDING, y + PADDING - 1, { lineBreak: false })
  return y + height
}
