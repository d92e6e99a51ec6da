import { BOTTOM, LEFT, RIGHT, rule, setStyle, type Doc } from './style.ts'

const NAME = 400
const LINE_HEIGHT = 12

/** On every page, once it is known how many there are. */
export function writeFooters(doc: Doc, name: string) {
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
