import { formatDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import { writeHowToPay } from '#server/billing/invoices/print/how-to-pay.ts'
import type { Config } from '#server/platform/config.ts'
import { writeLetterhead, type Fact } from '#server/platform/pdf/letterhead.ts'
import { printDocument } from '#server/platform/pdf/print.ts'
import { writeTable, type Column } from '#server/platform/pdf/table.ts'
import type { Account } from './actions.ts'
import type { CountedLine } from './lines.ts'
import { writeAgeing } from './pdf-ageing.ts'
import { balanceOf } from './queries.ts'

const TITLE = 'Statement'
type Vendor = Config['vendor']

/** Prints a statement on A4. The same statement always gives the same bytes, whenever it is printed. */
export function printStatement(account: Account, vendor: Vendor): Promise<Buffer> {
  const { holder, from, to, accountBalance } = account
  const about = { title: `${TITLE} ${holder.name} ${from} to ${to}`, author: vendor.name, createdAt: to }
  return printDocument(about, async (doc) => {
    const recipient = { ...holder, label: 'Account of' }
    const y = writeLetterhead(doc, { title: TITLE, vendor, recipient, facts: factsOf(account) })
    const belowLines = await writeTable(doc, y, { columns, rows: rowsOf(account), style: 'small' })
    const belowAgeing = writeAgeing(doc, belowLines + 18, { to, accountBalance })
    const amountCents = balanceOf(accountBalance)
    if (amountCents > 0)
      writeHowToPay(doc, belowAgeing, { ...vendor, amountCents, reference: 'the number of the invoice' })
  })
}

const factsOf = ({ from, to, opening, accountBalance }: Account): Fact[] => [
  ['From', formatDate(from)],
  ['To', formatDate(to)],
  ['Opening balance', formatRand(opening)],
  ['Closing balance', formatRand(balanceOf(accountBalance))],
  ['Currency', 'ZAR (South African rand)'],
]

const columns: Column[] = [
  { head: 'Date', width: 58 },
  { head: 'Description' },
  { head: 'Reference', width: 86 },
  { head: 'Charged', width: 54, align: 'right' },
  { head: 'Credited', width: 54, align: 'right' },
  { head: 'Balance', width: 68, align: 'right' },
]

const rowsOf = ({ from, to, opening, lines, accountBalance }: Account) => [
  [formatDate(from), 'Opening balance', '', '', '', formatRand(opening)],
  ...lines.map(rowOf),
  [formatDate(to), 'Closing balance', '', '', '', formatRand(balanceOf(accountBalance))],
]

const rowOf = ({ day, description, reference, cents, balanceCents }: CountedLine) => [
  formatDate(day),
  description,
  reference,
  cents > 0 ? formatRand(cents) : '',
  cents < 0 ? formatRand(-cents) : '',
  formatRand(balanceCents),
]
