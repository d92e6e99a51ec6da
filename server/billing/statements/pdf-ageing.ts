import { AGES, type Age } from '#contract/billing/ages.ts'
import { creditWords } from '#contract/billing/statements.ts'
import { formatLongDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import { LEFT, placeFor, setStyle, WIDTH, write, type Doc } from '#server/platform/pdf/style.ts'
import type { AccountBalance } from './queries.ts'

const ages = {
  current: { label: 'Not yet due', color: '#157347' },
  days30: { label: '1–30 days overdue', color: '#2f6fdb' },
  days60: { label: '31–60 days', color: '#c27803' },
  days90: { label: '61–90 days', color: '#b02a37' },
  older: { label: 'Over 90 days', color: '#6d3fc4' },
} satisfies Record<Age, object>

const COLUMN = WIDTH / AGES.length
const BAR = 6
const HEIGHT = 96

type Ageing = { to: string; accountBalance: AccountBalance }

/** Prints outstanding amounts by days overdue, and the credit. Returns where the next block can start. */
export function writeAgeing(doc: Doc, start: number, { to, accountBalance }: Ageing) {
  const { credit } = accountBalance
  const y = placeFor(doc, start, HEIGHT)
  const belowHead = write(doc, { x: LEFT, y, width: WIDTH }, [
    { style: 'strong', text: `Outstanding on ${formatLongDate(to)}` },
  ])
  const belowAges = isOutstanding(accountBalance) ? writeAges(doc, belowHead + 6, accountBalance) : belowHead
  return write(doc, { x: LEFT, y: belowAges + 3, width: WIDTH }, [
    credit < 0 || isOutstanding(accountBalance) ? null : { style: 'text', text: 'Nothing outstanding.' },
    credit === 0 ? null : { style: 'text', text: `${formatRand(Math.abs(credit))} ${creditWords(credit)}` },
  ])
}

const isOutstanding = (accountBalance: AccountBalance) => AGES.some((age) => accountBalance.ages[age] > 0)

function writeAges(doc: Doc, y: number, accountBalance: AccountBalance) {
  writeBar(doc, y, accountBalance)
  AGES.forEach((age, index) => {
    const x = LEFT + index * COLUMN
    const top = y + BAR + 10
    doc.circle(x + 3, top + 5, 3).fill(ages[age].color)
    setStyle(doc, 'label').text(ages[age].label, x + 10, top, { lineBreak: false })
    setStyle(doc, 'strong').text(formatRand(accountBalance.ages[age]), x, top + 13, { lineBreak: false })
  })
  return y + BAR + 40
}

function writeBar(doc: Doc, y: number, accountBalance: AccountBalance) {
  const total = AGES.reduce((sum, age) => sum + accountBalance.ages[age], 0)
  let x = LEFT
  for (const age of AGES) {
    const width = (WIDTH * accountBalance.ages[age]) / total
    if (width > 0) doc.rect(x, y, width, BAR).fill(ages[age].color)
    x += width
  }
}
