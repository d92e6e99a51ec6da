import { AGES } from '#contract/billing/statements.ts'
import { formatLongDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import { LEFT, placeFor, setStyle, WIDTH, write, type Doc } from '#server/platform/pdf/style.ts'
import type { Standing } from './queries.ts'

const ages = {
  current: { label: 'Not yet due', color: '#157347' },
  days30: { label: '1–30 days overdue', color: '#2f6fdb' },
  days60: { label: '31–60 days', color: '#c27803' },
  days90: { label: '61–90 days', color: '#b02a37' },
  older: { label: 'Over 90 days', color: '#6d3fc4' },
} satisfies Record<(typeof AGES)[number], object>

const COLUMN = WIDTH / AGES.length
const BAR = 6
const HEIGHT = 96

type Ageing = { to: string; standing: Standing }

/** Prints outstanding amounts by days overdue, and the credit. Returns where the next block can start. */
export function writeAgeing(doc: Doc, start: number, { to, standing }: Ageing) {
  const y = placeFor(doc, start, HEIGHT)
  const belowHead = write(doc, { x: LEFT, y, width: WIDTH }, [
    { style: 'strong', text: `Outstanding on ${formatLongDate(to)}` },
  ])
  const belowAges = isOwed(standing)
    ? writeAges(doc, belowHead + 6, standing)
    : write(doc, { x: LEFT, y: belowHead + 2, width: WIDTH }, [{ style: 'text', text: 'Nothing outstanding.' }])
  if (standing.credit <= 0) return belowAges
  const text = `${formatRand(standing.credit)} is kept as credit for the next invoice.`
  return write(doc, { x: LEFT, y: belowAges + 4, width: WIDTH }, [{ style: 'text', text }])
}

const isOwed = (standing: Standing) => AGES.some((age) => standing.ages[age] > 0)

function writeAges(doc: Doc, y: number, standing: Standing) {
  writeBar(doc, y, standing)
  AGES.forEach((age, index) => {
    const x = LEFT + index * COLUMN
    const top = y + BAR + 10
    doc.circle(x + 3, top + 5, 3).fill(ages[age].color)
    setStyle(doc, 'label').text(ages[age].label, x + 10, top, { lineBreak: false })
    setStyle(doc, 'strong').text(formatRand(standing.ages[age]), x, top + 13, { lineBreak: false })
  })
  return y + BAR + 40
}

function writeBar(doc: Doc, y: number, standing: Standing) {
  const total = AGES.reduce((sum, age) => sum + standing.ages[age], 0)
  let x = LEFT
  for (const age of AGES) {
    const width = (WIDTH * standing.ages[age]) / total
    if (width > 0) doc.rect(x, y, width, BAR).fill(ages[age].color)
    x += width
  }
}
