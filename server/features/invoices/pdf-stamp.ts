import { formatDate } from '#contract/dates.ts'
import type { InvoiceStatus } from '#contract/invoices.ts'
import type { Printed } from './printed-invoice.ts'
import { LEFT, type Doc } from './pdf-style.ts'

/** What a reader must not miss. An invoice that is to be paid bears no stamp. */
const stamps: Partial<Record<InvoiceStatus, { word: string; color: string }>> = {
  paid: { word: 'PAID', color: '#157347' },
  void: { word: 'VOID', color: '#b02a37' },
  cancelled: { word: 'CANCELLED', color: '#b02a37' },
  draft: { word: 'DRAFT', color: '#5b6270' },
}

const SIZE = 13
const PADDING = 8

/** A framed word, a paid one with its day. Answers where the next thing can begin. */
export function writeStamp(doc: Doc, y: number, { status, paidDay }: Pick<Printed, 'status' | 'paidDay'>) {
  const stamp = stamps[status]
  if (!stamp) return y
  const text = paidDay ? `${stamp.word} ${formatDate(paidDay)}` : stamp.word
  doc.font('semibold').fontSize(SIZE)
  const [width, height] = [doc.widthOfString(text) + 2 * PADDING, SIZE + 2 * PADDING]
  doc.roundedRect(LEFT, y, width, height, 4).lineWidth(1.5).strokeColor(stamp.color).stroke()
  doc.fillColor(stamp.color).text(text, LEFT + PADDING, y + PADDING - 1, { lineBreak: false })
  return y + height
}
