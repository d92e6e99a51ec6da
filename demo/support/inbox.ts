import { isStaff } from '#contract/roles.ts'
import type { Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { inboxViews } from '#server/database/schema/support/inbox.ts'
import type { TicketDraft } from './tickets.ts'

export const buildViews = (accounts: Account[]): (typeof inboxViews.$inferInsert)[] =>
  accounts
    .filter(({ role }) => isStaff(role))
    .map(({ id: userId }) => ({ userId, name: 'Urgent and open', filter: { priority: 'urgent', status: 'open' } }))

/** Snoozes the oldest ticket in progress until the day after tomorrow. */
export function withSnoozed<Ticket extends Pick<TicketDraft, 'id' | 'status'>>(tickets: Ticket[], calendar: Calendar) {
  const oldest = tickets.find(({ status }) => status === 'in_progress')
  return tickets.map((ticket) =>
    ticket === oldest ? { ...ticket, snoozedUntil: calendar.ahead({ days: 2 }) } : ticket,
  )
}
