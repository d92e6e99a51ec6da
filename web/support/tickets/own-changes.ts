import { useMutationState } from '@tanstack/react-query'
import { tickets, type TicketDetail } from '#contract/support/tickets.ts'
import type { TicketChanges } from '#contract/support/ticket-changes.ts'
import type { Input } from '#web/app/api/call.ts'

type Change = Input<typeof tickets.change>

/** The changes of a ticket are sent in order, whichever control makes them. */
export const scopeOf = (id: string) => `ticket ${id}`

/** The version that this user's own change made of another. Only a change with If-Match knows that no other came between. */
const successors = new Map<string, string>()

const latest = (id: string, version: string): string => {
  const next = successors.get(`${id} ${version}`)
  return next === undefined ? version : latest(id, next)
}

const versionOf = ({ headers }: Change) => headers?.['if-match']

/** The user's own changes are no conflict with the next one, which may be chosen before they are answered. */
export function afterOwnChanges(change: Change): Change {
  const version = versionOf(change)
  return version ? { ...change, headers: { 'if-match': latest(change.params.id, version) } } : change
}

export function noteOwnChange({ id, updatedAt }: TicketDetail, change: Change) {
  const version = versionOf(afterOwnChanges(change))
  if (version && version !== updatedAt) successors.set(`${id} ${version}`, updatedAt)
}

/** The ticket as this user has changed it, while the changes are being sent. */
export function useWithPending(ticket: TicketDetail): TicketDetail {
  const pending = useMutationState({
    filters: { status: 'pending', predicate: ({ options }) => options.scope?.id === scopeOf(ticket.id) },
    select: ({ state }) => state.variables as Change,
  })
  return Object.assign({}, ticket, ...pending.map(({ body }) => body)) as TicketDetail & TicketChanges
}
