import { LAST_DAY } from './three-years.ts'
import { plusDays } from './world.ts'

export type Bill = { period: string[]; issuedOn: string; dueDate: string; amount: string; status: string }

/** '2027-01-31', 1 → '2027-02-28': the day of the month on which it began, or that month's last. */
function monthsAfter(day: string, months: number) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

export const bill = (first: string, next: string, facts: Omit<Bill, 'period' | 'status'>): Bill => ({
  period: [first, next],
  status: 'paid',
  ...facts,
})

/** A renewal is issued a week before the period it bills and is due on its first day. The first period has two weeks. */
export const monthlyBills = (starts: string, count: number): Bill[] =>
  Array.from({ length: count }, (_, place) => {
    const [first, next] = [monthsAfter(starts, place), monthsAfter(starts, place + 1)]
    const [issuedOn, dueDate] = place === 0 ? [first, plusDays(first, 14)] : [plusDays(first, -7), first]
    return { period: [first, next], issuedOn, dueDate, amount: '200.00', status: 'paid' }
  })

/** The next one is not issued before this one is paid, ten days late, and then leaves a week to pay. */
export function lateBills(starts: string) {
  const bills: Bill[] = []
  for (let place = 0; ; place++) {
    const [first, next] = [monthsAfter(starts, place), monthsAfter(starts, place + 1)]
    const paidOn = plusDays(bills.at(-1)?.dueDate ?? first, 10)
    const issuedOn = place === 0 ? first : latest(plusDays(first, -7), plusDays(paidOn, 1))
    if (issuedOn > LAST_DAY) return bills
    const dueDate = place === 0 ? plusDays(first, 14) : latest(first, plusDays(issuedOn, 7))
    const status = plusDays(dueDate, 10) <= LAST_DAY ? 'paid' : dueDate < LAST_DAY ? 'overdue' : 'issued'
    bills.push({ period: [first, next], issuedOn, dueDate, amount: '200.00', status })
  }
}

const latest = (one: string, other: string) => (one > other ? one : other)
