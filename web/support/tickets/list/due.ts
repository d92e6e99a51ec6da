import { isSettled } from '#contract/support/ticket-fields.ts'
import type { ListedTicket, Target } from '#contract/support/tickets.ts'

type Facts = Pick<ListedTicket, 'status' | 'firstResponse' | 'resolution'>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Sooner than this is worth saying in a list. */
const NEAR = 8 * HOUR

const isOutstanding = (target: Target | null): target is Target => target !== null && target.metAt === null

const remaining = new Intl.RelativeTimeFormat('en-US')

/** What staff owe a ticket: 'Late', 'Due in 3 hours', or nothing soon. The clock stands still while it waits for its customer. */
export function dueOf(ticket: Facts, now = Date.now()) {
  if (isSettled(ticket)) return undefined
  const outstanding = [ticket.firstResponse, ticket.resolution].filter(isOutstanding)
  if (outstanding.some(({ isMissed }) => isMissed)) return 'Late'
  const left = Math.min(...outstanding.map(({ dueAt }) => new Date(dueAt).getTime() - now))
  if (ticket.status === 'waiting_customer' || left > NEAR) return undefined
  return `Due ${left < HOUR ? remaining.format(Math.max(Math.ceil(left / MINUTE), 1), 'minute') : remaining.format(Math.round(left / HOUR), 'hour')}`
}
