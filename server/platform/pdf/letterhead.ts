import { writeStamp, type Stamp } from './stamp.ts'
import { heightOf, LEFT, RIGHT, TOP, setStyle, write, type Doc, type Paragraph } from './style.ts'

const COLUMN = 240

export type Party = { name: string; address?: string | null; vatNumber?: string | null | undefined }

type Letterhead = {
  title: string
  stamp?: Stamp | null
  vendor: Party
  recipient: Party & { label: string }
  facts: readonly Fact[]
}
export type Fact = readonly [label: string, value: string]

/** Title and vendor, the stamp, then whom it is for and what it is called. Answers where the next thing can begin. */
export function writeLetterhead(doc: Doc, { title, stamp, vendor, recipient, facts }: Letterhead) {
  const belowTitle = write(doc, { x: LEFT, y: TOP, width: COLUMN }, [{ style: 'title', text: title }])
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
