import type { QueryKey } from '@tanstack/react-query'
import { dashboard } from '#contract/operations/dashboard.ts'
import { tickets, type TicketDetail } from '#contract/support/tickets.ts'
import { readOptions } from '#web/app/api/data.ts'
import { keyOf, queryClient, refetch } from '#web/app/api/query-client.ts'

const [LIST] = keyOf(tickets.list)

/** With a filter or without one: what comes second is no ticket's id. */
const isList = ({ queryKey: [path, second] }: { queryKey: QueryKey }) => path === LIST && typeof second !== 'string'

/** Everything that shows many tickets or counts them. */
export const readListsAgain = () =>
  Promise.all([
    refetch({ predicate: isList }),
    refetch({ queryKey: keyOf(tickets.counts) }),
    refetch({ queryKey: keyOf(dashboard.read) }),
  ])

/** A ticket, its conversation and its history, as far as they are on screen. */
export const readTicketAgain = (id: string) => refetch({ queryKey: keyOf(tickets.one, { params: { id } }) })

/** The answer to a change is what the ticket is now. */
export async function keepTicket(ticket: TicketDetail) {
  const params = { id: ticket.id }
  const { queryKey } = readOptions(tickets.one, { params })
  // A reading that is on its way may not know of the change yet.
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, ticket)
  // Whoever changed it need not wait until everything that counts it has been read.
  void refetch({ queryKey: keyOf(tickets.history, { params }) })
  void readListsAgain()
}
