import type { SessionUser } from '#server/platform/http/access.ts'
import { printedFile } from '#server/platform/pdf/file.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readAccount, type Asked } from './actions.ts'

/** Setting so many takes as long as setting an invoice. */
const LINES_A_POINT = 50

/** The account as PDF, and the name to save it by. */
export async function readStatementDocument({ db, config, limits }: Platform, user: SessionUser, asked: Asked) {
  const account = await readAccount(db, asked)
  await limits.spend('printed document by user', user.id, Math.ceil((account.lines.length + 1) / LINES_A_POINT))
  const { printStatement } = await import('./pdf.ts')
  return printedFile(await printStatement(account, config.vendor), fileNameOf(account.holder, asked, 'pdf'))
}

export const fileNameOf = ({ name }: { name: string }, { from, to }: Asked, ending: 'pdf' | 'csv') =>
  `Statement ${name} ${from} to ${to}.${ending}`
