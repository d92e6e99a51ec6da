import { MOST_LINES, TOO_MANY_LINES, type Statement, type StatementRange } from '#contract/billing/statements.ts'
import { toAmount } from '#contract/money.ts'
import type { Database } from '#server/database/database.ts'
import { badRequest, notFound } from '#server/platform/http/errors.ts'
import { findEvents } from './event-queries.ts'
import { runningBalance, type CountedLine } from './lines.ts'
import { findAccountOwner, balanceOf, findClosing, findOpening, type AccountBalance } from './queries.ts'

/** Null for staff, who have no account. */
export type StatementRequest = StatementRange & { organizationId: string | null }

export type Account = Awaited<ReturnType<typeof readAccount>>

/** Reads one snapshot, so that concurrent entries don't change the totals. */
export async function readAccount(db: Database, { organizationId, from, to }: StatementRequest) {
  if (!organizationId) throw notFound('Organization')
  return db.transaction(
    async (tx) => {
      const holder = await findAccountOwner(tx, organizationId)
      if (!holder) throw notFound('Organization')
      const opening = balanceOf(await findOpening(tx, organizationId, from))
      const accountBalance = await findClosing(tx, organizationId, to)
      const events = await findEvents(tx, { organizationId, from, to }, { limit: MOST_LINES + 1 })
      if (events.length > MOST_LINES) throw badRequest(TOO_MANY_LINES)
      return { holder, from, to, opening, accountBalance, lines: events.flatMap(runningBalance(opening)) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

export async function readStatement(db: Database, request: StatementRequest): Promise<Statement> {
  const { holder, from, to, opening, accountBalance, lines } = await readAccount(db, request)
  return {
    organizationName: holder.name,
    from,
    to,
    opening: toAmount(opening),
    lines,
    ...totalsOf(lines),
    closing: toAmount(balanceOf(accountBalance)),
    ageing: ageingOf(accountBalance),
    credit: toAmount(accountBalance.credit),
  }
}

function totalsOf(lines: CountedLine[]) {
  const sum = (sign: 1 | -1) => lines.reduce((total, { cents }) => total + Math.max(sign * cents, 0), 0)
  return { charged: toAmount(sum(1)), credited: toAmount(sum(-1)) }
}

const ageingOf = ({ ages }: AccountBalance): Statement['ageing'] => ({
  current: toAmount(ages.current),
  days30: toAmount(ages.days30),
  days60: toAmount(ages.days60),
  days90: toAmount(ages.days90),
  older: toAmount(ages.older),
})
