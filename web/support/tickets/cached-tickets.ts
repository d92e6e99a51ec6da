import type { QueryKey } from '@tanstack/react-query'
import { dashboard } from '#contract/operations/dashboard.ts'
import { inbox } from '#contract/support/inbox.ts'
import { tickets, type TicketDetail } from '#contract/support/tickets.ts'
import { readOptions } from '#web/app/api/data.ts'
import { keepAnswer, keyOf, refetch } from '#web/app/api/query-client.ts'

const [LIST] = keyOf(tickets.list)

/** The second part of a list's key is a filter, never a ticket id. */
const isList = ({ queryKey: [path, second] }: { queryKey: QueryKey }) => path === LIST && typeof second !== 'string'

export const readListsAgain = () =>
  Promise.all([
    refetch({ predicate: isList }),
    refetch({ queryKey: keyOf(tickets.counts) }),
    refetch({ queryKey: keyOf(inbox.counts) }),
    refetch({ queryKey: keyOf(dashboard.read) }),
  ])

/** A ticket, its conversation and its history, as far as they are on screen. */
export const readTicketAgain = (id: string) => refetch({ queryKey: keyOf(tickets.one, { params: { id } }) })

/** The answer to a change is what the ticket is now. */
export async function keepTicket(ticket: TicketDetail) {
  const params = { id: ticket.id }
  const { queryKey } = readOptions(tickets.one, { params })
  await keepAnswer(queryKey, ticket)
  // Not awaited: the user doesn't need to wait for the lists and counts.
  void refetch({ queryKey: keyOf(tickets.history, { params }) })
  void readListsAgain()
}
