import { useQuery } from '@tanstack/react-query'
import { messages, type TicketMessage } from '#contract/support/messages.ts'
import { tickets } from '#contract/support/tickets.ts'
import { readOptions, useWrite } from '#web/app/api/data.ts'
import { queryClient, refetch } from '#web/app/api/query-client.ts'
import { keepTicket, readListsAgain, readTicketAgain } from '../cached-tickets.ts'

/** Nobody heard what was said while the ticket was closed. */
const staleTime = 0

export const useMessages = (id: string) => useQuery({ ...readOptions(messages.list, { params: { id } }), staleTime })

export const useTicketHistory = (id: string) =>
  useQuery({ ...readOptions(tickets.history, { params: { id } }), staleTime })

export const useSendMessage = () =>
  useWrite(messages.create, {
    success: 'Message sent',
    failure: 'Failed to send message',
    keep: async (message, { params }) => {
      await append(params.id, message)
      // It stands there; whoever wrote it need not wait for what it has moved.
      void readNews(params.id)
    },
  })

export const useRate = () =>
  useWrite(tickets.rate, {
    success: ['Thank you', 'Your rating has been saved.'],
    failure: 'Failed to save the rating',
    keep: keepTicket,
    reread: ({ params }) => readTicketAgain(params.id),
  })

/** A reading that is on its way may not know of the message yet, a later one knows it, too: it stands there once. */
async function append(id: string, message: TicketMessage) {
  const { queryKey } = readOptions(messages.list, { params: { id } })
  if (!queryClient.getQueryData(queryKey)) return refetch({ queryKey })
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (known) => known && [...known.filter((one) => one.id !== message.id), message])
}

/** What has become of a ticket on screen. The lists only when it stands elsewhere now: an answer moves nothing in them. */
export async function readNews(id: string) {
  const { queryKey } = readOptions(tickets.one, { params: { id } })
  const before = queryClient.getQueryData(queryKey)?.status
  await readTicketAgain(id)
  if (queryClient.getQueryData(queryKey)?.status !== before) await readListsAgain()
}
