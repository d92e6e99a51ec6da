import { setImmediate as letOthersWork } from 'node:timers/promises'
import { LEFT, LINE_GAP, placeFor, printable, RIGHT, rule, setStyle, TOP, type Doc, type Style } from './style.ts'

/** Points. One on the right is as wide as its longest text. The one without a width takes the rest, and may be longer than a page. */
export type Column = { head: string; width?: number; align?: 'left' | 'right' }

type Table = { columns: Column[]; rows: string[][]; style?: Style }
type Cell = { x: number; width: number; align: 'left' | 'right'; isLong: boolean }

const GAP = 6
const BETWEEN = 8

/** Rows per turn of the event loop, a few hundredths of a second. */
const STRETCH = 25

export async function writeTable(doc: Doc, start: number, { columns, rows, style = 'text' }: Table) {
  const cells = placeColumns(await widened(doc, { columns, rows, style }))
  const heads = columns.map(({ head }) => head)
  let y = writeHead(doc, start, cells, heads)
  const repeatHead = () => {
    doc.y = writeHead(doc, TOP, cells, heads)
    setStyle(doc, style)
  }
  doc.on('pageAdded', repeatHead)
  for (const [index, row] of rows.entries()) {
    if (index % STRETCH === STRETCH - 1) await letOthersWork()
    y = writeRow(doc, y, cells, { style, row })
  }
  doc.off('pageAdded', repeatHead)
  return y
}

/** A number on two lines reads as another one. */
async function widened(doc: Doc, { columns, rows, style = 'text' }: Table) {
  const wide = columns.map((column) => ({ ...column }))
  setStyle(doc, style)
  for (const [index, row] of rows.entries()) {
    if (index % STRETCH === STRETCH - 1) await letOthersWork()
    for (const [place, column] of wide.entries()) {
      if (column.width !== undefined && column.align === 'right')
        column.width = Math.max(column.width, doc.widthOfString(row[place] ?? ''))
    }
  }
  return wide
}

function placeColumns(columns: Column[]): Cell[] {
  const rest = columns.reduce((room, { width = 0 }) => room - width, RIGHT - LEFT - BETWEEN * (columns.length - 1))
  let x = LEFT
  return columns.map(({ width, align = 'left' }) => {
    const cell = { x, width: width ?? rest, align, isLong: width === undefined }
    x += cell.width + BETWEEN
    return cell
  })
}

function writeHead(doc: Doc, y: number, cells: Cell[], heads: string[]) {
  setStyle(doc, 'label')
  cells.forEach((cell, index) => writeText(doc, y, measure(doc, cell, heads[index] ?? '')))
  rule(doc, y + 15)
  return y + 15 + GAP
}

type Row = { style: Style; row: string[] }

/** A text that fits on no page continues on the next. */
function writeRow(doc: Doc, start: number, cells: Cell[], { style, row }: Row) {
  setStyle(doc, style)
  const texts = cells.map((cell, index) => measure(doc, cell, printable(row[index] ?? '')))
  const height = Math.max(...texts.map((text) => text.height))
  const y = placeFor(doc, start, height + GAP)
  const { page } = doc
  for (const text of texts.toSorted(longLast)) writeText(doc, y, text)
  const end = (doc.page === page ? Math.max(doc.y, y + height) : doc.y) + GAP - 2
  rule(doc, end)
  return end + GAP
}

/** Wrapping costs ten times as much as checking that a line fits, and a statement has thousands of lines. */
function measure(doc: Doc, cell: Cell, text: string) {
  const textWidth = text.includes('\n') ? Infinity : doc.widthOfString(text)
  const fits = textWidth <= cell.width
  const height = fits ? doc.currentLineHeight(true) + LINE_GAP : doc.heightOfString(text, wrapped(cell))
  return { ...cell, text, fits, textWidth, height }
}
type Text = ReturnType<typeof measure>

const wrapped = ({ width, align }: Cell) => ({ width, align, lineGap: LINE_GAP })

/** Text that may continue on the next page is written last and leaves its end in `doc.y`. */
const longLast = (one: Text, other: Text) => Number(one.isLong) - Number(other.isLong)

function writeText(doc: Doc, y: number, cell: Text) {
  const { text, x, width, align, fits, textWidth, height } = cell
  if (!fits) return doc.text(text, x, y, wrapped(cell))
  if (text) doc.text(text, align === 'right' ? x + width - textWidth : x, y, { lineBreak: false })
  doc.y = y + height
  return doc
}

const TOTAL_ROW = 18

/** More space below a total, which ends a sum. */
const heightOfTotal = ({ style }: Total) => (style === 'total' ? TOTAL_ROW + 6 : TOTAL_ROW)
const TOTALS_WIDTH = 240

export type Total = { style: Style; label: string; value: string }

export function writeTotals(doc: Doc, start: number, rows: Total[]) {
  let y = placeFor(
    doc,
    start + 4,
    rows.reduce((sum, row) => sum + heightOfTotal(row), 10),
  )
  for (const row of rows) {
    const { style, label, value } = row
    setStyle(doc, style).text(label, RIGHT - TOTALS_WIDTH, y, { width: TOTALS_WIDTH / 2 })
    doc.text(value, RIGHT - TOTALS_WIDTH / 2, y, { width: TOTALS_WIDTH / 2, align: 'right' })
    y += heightOfTotal(row)
  }
  return y + 4
}
