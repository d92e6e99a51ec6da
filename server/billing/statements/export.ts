import { toAmount } from '#contract/money.ts'
import type { Database } from '#server/database/database.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { printedFile } from '#server/platform/pdf/file.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type StatementRequest, readAccount } from './actions.ts'
import { runningBalance, everyEvent, type CountedLine } from './lines.ts'
import { findAccountOwner, balanceOf, findOpening } from './queries.ts'

/** Printing this many lines takes as long as printing an invoice. */
const LINES_A_POINT = 50

export async function readStatementDocument(
  { reports, config, limits }: Platform,
  user: SessionUser,
  asked: StatementRequest,
) {
  const account = await readAccount(reports, asked)
  await limits.spend('printed document by user', user.id, Math.ceil((account.lines.length + 1) / LINES_A_POINT))
  const { printStatement } = await import('./pdf.ts')
  return printedFile(await printStatement(account, config.vendor), fileNameOf(account.holder, asked, 'pdf'))
}

export const fileNameOf = ({ name }: { name: string }, { from, to }: StatementRequest, ending: 'pdf' | 'csv') =>
  `Statement ${name} ${from} to ${to}.${ending}`

export const exportColumns = [
  { key: 'day', header: 'Date' },
  { key: 'description', header: 'Description' },
  { key: 'reference', header: 'Reference' },
  { key: 'charged', header: 'Charged' },
  { key: 'credited', header: 'Credited' },
  { key: 'balance', header: 'Balance' },
]

/** Returns the streamed rows of the CSV and the organization. */
export async function exportStatement(db: Database, { organizationId, from, to }: StatementRequest) {
  const holder = organizationId && (await findAccountOwner(db, organizationId))
  if (!organizationId || !holder) throw notFound('Organization')
  const opening = balanceOf(await findOpening(db, organizationId, from))
  return { holder, rows: rowsOf(db, { organizationId, from, to }, opening) }
}

/** Entries posted during the export come last, so the last balance is the sum of all lines. */
async function* rowsOf(db: Database, wanted: StatementRequest & { organizationId: string }, opening: number) {
  const addLine = runningBalance(opening)
  let balance = opening
  yield markOf(wanted.from, 'Opening balance', opening)
  for await (const event of everyEvent(db, wanted)) {
    for (const line of addLine(event)) {
      yield rowOf(line)
      balance = line.balanceCents
    }
  }
  yield markOf(wanted.to, 'Closing balance', balance)
}

const rowOf = ({ day, description, reference, cents, balance }: CountedLine) => ({
  day,
  description,
  reference,
  charged: cents > 0 ? amount(cents) : null,
  credited: cents < 0 ? amount(-cents) : null,
  balance: { amount: balance },
})

const markOf = (day: string, description: string, cents: number) => ({ day, description, balance: amount(cents) })

const amount = (cents: number) => ({ amount: toAmount(cents) })
