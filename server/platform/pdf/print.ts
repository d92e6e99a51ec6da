import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { BOTTOM, LEFT, registerFonts, TOP, type Doc, RIGHT, rule, setStyle } from './style.ts'

/** `createdAt` belongs to the document, not to the printing, so that the same document has the same bytes. */
type About = { title: string; author: string; createdAt: string }

/** Prints what `draw` draws on A4, with the title and page numbers in the footer. */
export async function printDocument({ title, author, createdAt }: About, draw: (doc: Doc) => Promise<void>) {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: TOP, bottom: BOTTOM, left: LEFT, right: LEFT },
    bufferPages: true,
    lang: 'en-ZA',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: new Date(createdAt) },
  })
  registerFonts(doc)
  await draw(doc)
  writeFooters(doc, title)
  doc.end()
  return buffer(doc)
}

const NAME = 400
const LINE_HEIGHT = 12

/** After the last page, when their number is known. */
function writeFooters(doc: Doc, name: string) {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    const y = doc.page.height - BOTTOM + 30
    rule(doc, y - 10)
    const place = `Page ${page + 1} of ${count}`
    setStyle(doc, 'label').text(name, LEFT, y, { width: NAME, height: LINE_HEIGHT, ellipsis: true })
    // Without line breaks, text below the margin starts no new page.
    doc.text(place, RIGHT - doc.widthOfString(place), y, { lineBreak: false })
  }
}
