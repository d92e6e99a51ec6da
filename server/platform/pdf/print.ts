import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { BOTTOM, LEFT, registerFonts, TOP, type Doc, RIGHT, rule, setStyle } from './style.ts'

/** `createdAt`: a moment of what is printed, never of printing, so that the same thing gives the same bytes. */
type About = { title: string; author: string; createdAt: string }

/** What `draw` puts on A4, with its title and the number of the page at the foot of each. */
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

/** On every page, once it is known how many there are. */
function writeFooters(doc: Doc, name: string) {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    const y = doc.page.height - BOTTOM + 30
    rule(doc, y - 10)
    const place = `Page ${page + 1} of ${count}`
    setStyle(doc, 'label').text(name, LEFT, y, { width: NAME, height: LINE_HEIGHT, ellipsis: true })
    // Unbroken text below the margin starts no new page.
    doc.text(place, RIGHT - doc.widthOfString(place), y, { lineBreak: false })
  }
}
