import { heightOf, LEFT, placeFor, WIDTH, write, type Doc, type Paragraph } from './style.ts'

type Payment = { bankDetails: string | undefined; reference: string }

export function writePayment(doc: Doc, start: number, { bankDetails, reference }: Payment) {
  if (!bankDetails) return
  const paragraphs: Paragraph[] = [
    { style: 'strong', text: 'Payment by EFT' },
    { style: 'text', text: bankDetails },
    { style: 'text', text: `Reference: ${reference}` },
    { style: 'label', text: 'We never change our bank details by email. Compare them with the portal before you pay.' },
  ]
  const y = placeFor(doc, start + 14, heightOf(doc, WIDTH, paragraphs))
  write(doc, { x: LEFT, y, width: WIDTH }, paragraphs)
}
