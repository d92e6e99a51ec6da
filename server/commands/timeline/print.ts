import { formatRand } from '#contract/money.ts'

export type Row = { day: string; what: string; invoice?: string; amount?: string; state?: State }
export type State = { balanceCents: number; seats: number; status: string }

const WIDTHS = { day: 10, what: 66, invoice: 14, amount: 11, balance: 11, seats: 5 }

const money = (cents: number) => (cents < 0 ? `-${formatRand(-cents)}` : formatRand(cents))
export const amountOf = (cents: number | null) => (cents === null ? '' : money(cents))

const fit = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width))

/** Prints the date in a day's first line and the status in its last. */
export const line = ({ day, what, invoice = '', amount = '', state }: Row) =>
  [
    fit(day, WIDTHS.day),
    fit(what, WIDTHS.what),
    fit(invoice, WIDTHS.invoice),
    amount.padStart(WIDTHS.amount),
    (state ? money(state.balanceCents) : '').padStart(WIDTHS.balance),
    String(state?.seats ?? '').padStart(WIDTHS.seats),
    state?.status ?? '',
  ]
    .join('  ')
    .trimEnd()

export const head = () =>
  [
    'day'.padEnd(WIDTHS.day),
    'what happened'.padEnd(WIDTHS.what),
    'invoice'.padEnd(WIDTHS.invoice),
    'amount'.padStart(WIDTHS.amount),
    'balance'.padStart(WIDTHS.balance),
    'seats'.padStart(WIDTHS.seats),
    'status',
  ].join('  ')
