import { readFileSync } from 'node:fs'

export type Doc = PDFKit.PDFDocument

/** Points. A4 is 595 wide. */
export const LEFT = 50
export const RIGHT = 545
export const WIDTH = RIGHT - LEFT
export const TOP = 50
export const BOTTOM = 70
export const LINE_GAP = 2

const INK = '#151a26'
const QUIET = '#5b6270'
export const LINE = '#d5d9e2'

/** Inter with Latin, Greek and Cyrillic, for all customer names. Loaded with the first PDF. */
let fonts: { regular: Buffer; semibold: Buffer } | undefined
const loadFonts = () =>
  (fonts ??= {
    regular: read(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    semibold: read(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
  })
const read = (url: string) => readFileSync(new URL(url))

export function registerFonts(doc: Doc) {
  const { regular, semibold } = loadFonts()
  doc.registerFont('regular', regular)
  doc.registerFont('semibold', semibold)
}

const styles = {
  title: { font: 'semibold', size: 22, color: INK },
  strong: { font: 'semibold', size: 9.5, color: INK },
  text: { font: 'regular', size: 9.5, color: INK },
  total: { font: 'semibold', size: 12, color: INK },
  label: { font: 'regular', size: 8.5, color: QUIET },
  small: { font: 'regular', size: 8.5, color: INK },
} as const
export type Style = keyof typeof styles

export function setStyle(doc: Doc, style: Style) {
  const { font, size, color } = styles[style]
  return doc.font(font).fontSize(size).fillColor(color)
}

/** The font draws a box for a tab or a carriage return. */
export const printable = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ')

export type Box = { x: number; y: number; width: number; align?: 'left' | 'right' }
export type Paragraph = { style: Style; text: string }

export function write(doc: Doc, { x, y, width, align = 'left' }: Box, paragraphs: (Paragraph | null)[]) {
  doc.y = y
  for (const paragraph of paragraphs) {
    if (paragraph)
      setStyle(doc, paragraph.style).text(printable(paragraph.text), x, doc.y, { width, align, lineGap: LINE_GAP })
  }
  return doc.y
}

export const heightOf = (doc: Doc, width: number, paragraphs: Paragraph[]) =>
  paragraphs.reduce(
    (height, { style, text }) =>
      height + setStyle(doc, style).heightOfString(printable(text), { width, lineGap: LINE_GAP }),
    0,
  )

export const rule = (doc: Doc, y: number) =>
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(LINE).stroke()

/** In points. */
const roomBelow = (doc: Doc, y: number) => doc.page.height - BOTTOM - y

/** Returns `y`, or the top of a new page if `height` does not fit. What fits on no page starts here. */
export function placeFor(doc: Doc, y: number, height: number) {
  if (height <= roomBelow(doc, y) || height > doc.page.height - TOP - BOTTOM) return y
  doc.addPage()
  return doc.y
}
