import { heightOf, LEFT, placeFor, RIGHT, rule, setStyle, TOP, type Doc, type Style } from './style.ts'

/** Points; the one without a width takes what is left and is the one whose text may be longer than a page. */
export type Column = { head: string; width?: number; align?: 'left' | 'right' }

type Table = { columns: Column[]; rows: string[][]; style?: Style }
type Cell = { x: number; width: number; align: 'left' | 'right'; isLong: boolean }

const GAP = 6
const BETWEEN = 10

/** A row each, over as many pages as they need, with the heads on each. Answers where the next thing can begin. */
export function writeTable(doc: Doc, start: number, { columns, rows, style = 'text' }: Table) {
  const cells = placeColumns(columns)
  const heads = columns.map(({ head }) => head)
  let y = writeHead(doc, start, cells, heads)
  const repeatHead = () => {
    doc.y = writeHead(doc, TOP, cells, heads)
    setStyle(doc, style)
  }
  doc.on('pageAdded', repeatHead)
  for (const row of rows) y = writeRow(doc, y, cells, { style, row })
  doc.off('pageAdded', repeatHead)
  return y
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
  writeCells(doc, y, cells, { style: 'label', row: heads })
  rule(doc, y + 15)
  return y + 15 + GAP
}

type Row = { style: Style; row: string[] }

/** A text that fits on no page flows onto the next ones. */
function writeRow(doc: Doc, start: number, cells: Cell[], { style, row }: Row) {
  const heights = cells.map(({ width }, index) => heightOf(doc, width, [{ style, text: row[index] ?? '' }]))
  const height = Math.max(...heights)
  const y = placeFor(doc, start, height + GAP)
  const { page } = doc
  writeCells(doc, y, cells, { style, row })
  const end = (doc.page === page ? Math.max(doc.y, y + height) : doc.y) + GAP - 2
  rule(doc, end)
  return end + GAP
}

/** The long one last: it may leave the page, and tells by `doc.y` where it ended. */
function writeCells(doc: Doc, y: number, cells: Cell[], { style, row }: Row) {
  setStyle(doc, style)
  const texts = cells.map((cell, index) => ({ ...cell, text: row[index] ?? '' }))
  const shortFirst = texts.toSorted((one, other) => Number(one.isLong) - Number(other.isLong))
  for (const { text, x, width, align } of shortFirst) doc.text(text, x, y, { width, align, lineGap: 2 })
}
