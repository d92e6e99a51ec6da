import PDFDocument from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import { writeFooters } from './footer.ts'
import { BOTTOM, LEFT, registerFonts, TOP, type Doc } from './style.ts'

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
