import { formatDate } from '#contract/dates.ts'
import { titleOf, type Printed, type Vendor } from './printed-invoice.ts'
import { writeStamp } from './pdf-stamp.ts'
import { heightOf, LEFT, RIGHT, TOP, setStyle, write, type Doc, type Paragraph } from './pdf-style.ts'

const COLUMN = 240

/** Title and vendor, the stamp, then who owes and what the invoice is called. Answers where the lines can begin. */
export function writeLetterhead(doc: Doc, invoice: Printed, vendor: Vendor) {
  const belowTitle = write(doc, { x: LEFT, y: TOP, width: COLUMN }, [
    { style: 'title', text: titleOf(invoice, vendor) },
  ])
  const belowStamp = writeStamp(doc, belowTitle + 8, invoice)
  const right = { x: RIGHT - COLUMN, width: COLUMN, align: 'right' } as const
  const belowVendor = write(doc, { ...right, y: TOP + 6 }, partyLines(vendor))
  const y = Math.max(belowStamp, belowVendor) + 24
  const belowRecipient = write(doc, { x: LEFT, y, width: COLUMN }, [
    { style: 'label', text: 'Billed to' },
    ...partyLines(invoice.recipient),
  ])
  return Math.max(belowRecipient, writeFacts(doc, y, invoice)) + 28
}

type Party = { name: string; address?: string | null; vatNumber?: string | null | undefined }

const partyLines = ({ name, address, vatNumber }: Party): Paragraph[] => [
  { style: 'strong', text: name },
  ...(address ? [{ style: 'text', text: address } as const] : []),
  ...(vatNumber ? [{ style: 'text', text: `VAT number ${vatNumber}` } as const] : []),
]

const FACTS = 195

function writeFacts(doc: Doc, start: number, { invoiceNumber, issueDay, dueDay }: Printed) {
  const facts = [
    ['Invoice number', invoiceNumber],
    ['Issue date', formatDate(issueDay)],
    ['Due date', formatDate(dueDay)],
    ['Currency', 'ZAR (South African rand)'],
  ] as const
  let y = start
  for (const [label, value] of facts) {
    const x = RIGHT - FACTS
    setStyle(doc, 'label').text(label, x, y + 1, { lineBreak: false })
    const height = heightOf(doc, FACTS - 75, [{ style: 'text', text: value }])
    write(doc, { x: x + 75, y, width: FACTS - 75, align: 'right' }, [{ style: 'text', text: value }])
    y += height + 2
  }
  return y
}
