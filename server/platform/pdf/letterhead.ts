import { heightOf, LEFT, RIGHT, TOP, setStyle, write, type Doc, type Paragraph } from './style.ts'

const COLUMN = 240
const MARK = 26

export type Party = { name: string; address?: string | null; vatNumber?: string | null | undefined }

type Letterhead = {
  title: string
  stamp?: Stamp | null
  vendor: Party
  recipient: Party & { label: string }
  facts: readonly Fact[]
}
export type Fact = readonly [label: string, value: string]

/** Writes title, vendor, stamp, recipient and reference. Returns the y position below. */
export function writeLetterhead(doc: Doc, { title, stamp, vendor, recipient, facts }: Letterhead) {
  writeMark(doc)
  const belowTitle = write(doc, { x: LEFT + MARK + 10, y: TOP, width: COLUMN }, [{ style: 'title', text: title }])
  const belowStamp = stamp ? writeStamp(doc, belowTitle + 8, stamp) : belowTitle + 8
  const right = { x: RIGHT - COLUMN, width: COLUMN, align: 'right' } as const
  const belowVendor = write(doc, { ...right, y: TOP + 6 }, partyLines(vendor))
  const y = Math.max(belowStamp, belowVendor) + 24
  const belowRecipient = write(doc, { x: LEFT, y, width: COLUMN }, [
    { style: 'label', text: recipient.label },
    ...partyLines(recipient),
  ])
  return Math.max(belowRecipient, writeFacts(doc, y, facts)) + 28
}

/** The product's mark, as in the portal. */
function writeMark(doc: Doc) {
  doc
    .save()
    .translate(LEFT, TOP)
    .scale(MARK / 32)
  doc.roundedRect(0, 0, 32, 32, 8).fill('#3655cd')
  doc.lineWidth(2.6).lineCap('round').lineJoin('round').strokeColor('#fff')
  doc.circle(12.5, 19.5, 4.5).stroke()
  doc.path('m15.8 16.2 7.7-7.7m-3.4 3.4 3 3').stroke()
  doc.restore()
}

const partyLines = ({ name, address, vatNumber }: Party): Paragraph[] => [
  { style: 'strong', text: name },
  ...(address ? [{ style: 'text', text: address } as const] : []),
  ...(vatNumber ? [{ style: 'text', text: `VAT number ${vatNumber}` } as const] : []),
]

const FACTS = 225
const LABEL = 75

function writeFacts(doc: Doc, start: number, facts: readonly Fact[]) {
  let y = start
  for (const [label, value] of facts) {
    const x = RIGHT - FACTS
    setStyle(doc, 'label').text(label, x, y + 1, { lineBreak: false })
    const height = heightOf(doc, FACTS - LABEL, [{ style: 'text', text: value }])
    write(doc, { x: x + LABEL, y, width: FACTS - LABEL, align: 'right' }, [{ style: 'text', text: value }])
    y += height + 2
  }
  return y
}

export type Stamp = { text: string; color: keyof typeof colors }

const colors = { green: '#157347', red: '#b02a37', grey: '#5b6270' } as const

const SIZE = 13
const PADDING = 8

function writeStamp(doc: Doc, y: number, { text, color }: Stamp) {
  doc.font('semibold').fontSize(SIZE)
  const [width, height] = [doc.widthOfString(text) + 2 * PADDING, SIZE + 2 * PADDING]
  doc.roundedRect(LEFT, y, width, height, 4).lineWidth(1.5).strokeColor(colors[color]).stroke()
  doc.fillColor(colors[color]).text(text, LEFT + PADDING, y + PADDING - 1, { lineBreak: false })
  return y + height
}
