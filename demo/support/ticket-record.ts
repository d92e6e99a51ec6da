import { fullName } from '#contract/identity/session.ts'
import type { AuditAction } from '#contract/operations/audit/audit-actions.ts'
import { isStaff } from '#contract/roles.ts'
import { isSettled, waitsForCustomer, type TicketStatus } from '#contract/support/ticket-fields.ts'
import type { Account } from '#demo/identity/accounts.ts'
import { actorOf, type AuditRow } from '#demo/rows/audit.ts'
import { sha256 } from '#server/platform/hashing.ts'
import type { ticketMessages } from '#server/database/schema/support/tickets.ts'
import type { Category } from './support-desk.ts'
import type { TicketDraft } from './tickets.ts'

export type Message = typeof ticketMessages.$inferInsert & { id: string; createdAt: string }
type NewMessage = Pick<Message, 'id' | 'message' | 'isInternal'> & { isEmail: boolean }
type Changes = NonNullable<AuditRow['changes']>
export type Event = { by: Account; at: string }

export type TicketRecord = ReturnType<typeof openRecord>

/** Applies changes to a ticket and derives its columns, messages and audit entries like the portal. */
export function openRecord(
  { status: _status, category: _category, ...ticket }: TicketDraft,
  nextAddress: () => string,
) {
  const { id: ticketId, organizationId, createdAt } = ticket
  let status: TicketStatus = 'open'
  let firstResponseAt: string | null = null
  let resolvedAt: string | null = null
  let waitingSince: string | null = null
  let waitedSeconds = 0
  let updatedAt = createdAt
  let others: Pick<TicketDraft, 'categoryId' | 'assigneeId' | 'rating' | 'ratingComment' | 'ratedAt'> = {}
  const messages: Message[] = []
  const entries: AuditRow[] = []

  /** A hidden entry has no organization id, so that the organization can't see it. */
  const addEntry = ({ by, at }: Event, action: AuditAction, changes: Changes, isHidden = false) =>
    entries.push({
      ...actorOf(by),
      ip: nextAddress(),
      organizationId: isHidden ? null : organizationId,
      action,
      subjectKind: 'ticket',
      subjectId: ticketId,
      changes,
      createdAt: at,
    })

  return {
    status: () => status,
    open: (by: Account) =>
      addEntry({ by, at: createdAt }, 'ticket.created', {
        title: [null, ticket.title],
        priority: [null, ticket.priority ?? 'medium'],
      }),
    setCategory: ({ by, at }: Event, { id, name }: Category) => {
      others = { ...others, categoryId: id }
      updatedAt = at
      addEntry({ by, at }, 'ticket.updated', { category: [null, name] })
    },
    assign: ({ by, at }: Event) => {
      others = { ...others, assigneeId: by.id }
      addEntry({ by, at }, 'ticket.assigned', { assignee: [null, fullName(by)] }, true)
    },
    addMessage: ({ by, at }: Event, { id, message, isInternal, isEmail }: NewMessage) => {
      const emailHash = isEmail ? sha256(id) : null
      messages.push({ id, organizationId, ticketId, userId: by.id, message, isInternal, createdAt: at, emailHash })
      addEntry({ by, at }, isInternal ? 'ticket.note-added' : 'message.sent', {}, isInternal)
      if (isInternal) return
      if (isStaff(by.role)) firstResponseAt ??= at
      updatedAt = at
    },
    setStatus: ({ by, at }: Event, to: TicketStatus) => {
      if (to === status) return
      addEntry({ by, at }, 'ticket.updated', { status: [status, to] })
      const since = waitingSince ?? (isSettled({ status: to }) ? null : resolvedAt)
      waitedSeconds += since ? Math.floor((Date.parse(at) - Date.parse(since)) / 1000) : 0
      status = to
      resolvedAt = isSettled({ status }) ? (resolvedAt ?? at) : null
      waitingSince = waitsForCustomer({ status }) ? at : null
      updatedAt = at
    },
    setRating: ({ by, at }: Event, rating: number, ratingComment: string | null) => {
      others = { ...others, rating, ratingComment, ratedAt: at }
      updatedAt = at
      addEntry({ by, at }, 'ticket.rated', { rating: [null, rating] })
    },
    close: () => ({
      ticket: { ...ticket, ...others, status, firstResponseAt, resolvedAt, waitingSince, waitedSeconds, updatedAt },
      messages,
      entries,
    }),
  }
}
