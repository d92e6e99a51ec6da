import { type StatementLine, type StatementLineKind } from '#contract/billing/statements.ts'
import { formatDate } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import type { Database } from '#server/database/database.ts'
import { findEvents, type AccountEvent, type Place, type StatementQuery } from './event-queries.ts'

export type CountedLine = StatementLine & { cents: number; balanceCents: number }

const PAGE = 5000

/** Yields all events in order, with one page in memory. */
export async function* everyEvent(db: Database, query: StatementQuery) {
  let after: Place | undefined
  do {
    const page: AccountEvent[] = await findEvents(db, query, { ...(after && { after }), limit: PAGE })
    yield* page
    after = page.length === PAGE ? page.at(-1) : undefined
  } while (after)
}

/** Returns a function that turns each event into a line with its balance, starting at `cents`; into none if nothing changed. */
export function runningBalance(cents: number) {
  let balanceCents = cents
  return (event: AccountEvent): CountedLine[] => {
    const change = Number(event.cents)
    if (change === 0) return []
    balanceCents += change
    return [lineOf(event, change, balanceCents)]
  }
}

const lineOf = (event: AccountEvent, cents: number, balanceCents: number): CountedLine => ({
  day: event.day,
  kind: event.kind,
  reference: referenceOf(event) ?? '',
  description: descriptions[event.kind](event),
  charged: toAmount(Math.max(cents, 0)),
  credited: toAmount(Math.max(-cents, 0)),
  balance: toAmount(balanceCents),
  cents,
  balanceCents,
})

const referenceOf = ({ kind, invoiceNumber, reference }: AccountEvent) =>
  kind === 'invoice' || kind === 'void' ? invoiceNumber : reference

const descriptions: Record<StatementLineKind, (event: AccountEvent) => string> = {
  invoice: ({ isReturn, dueDate }) =>
    `${isReturn ? 'Invoice reinstated' : 'Invoice'}, due ${formatDate(dueDate ?? '')}`,
  void: ({ toStatus }) => voidDescriptions[toStatus ?? ''] ?? 'Invoice withdrawn',
  credit_note: ({ invoiceNumber }) => `Credit note for ${invoiceNumber}`,
  payment: (event) => `Payment for ${event.invoiceNumber}${movedOn(event, 'received')}`,
  reversal: ({ invoiceNumber }) => `Payment for ${invoiceNumber} reversed`,
  refund: (event) => `Refund of credit${movedOn(event, 'paid')}`,
}

const voidDescriptions: Partial<Record<string, string>> = { void: 'Invoice voided', cancelled: 'Invoice cancelled' }

/** Payments are often posted some days after the money arrived. */
const movedOn = ({ day, receivedOn }: AccountEvent, word: string) =>
  receivedOn && receivedOn !== day ? `, ${word} ${formatDate(receivedOn)}` : ''
