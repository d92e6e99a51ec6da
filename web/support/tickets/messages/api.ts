import { useQuery } from '@tanstack/react-query'
import { messages } from '#contract/support/messages.ts'
import { tickets } from '#contract/support/tickets.ts'
import { readOptions, useWrite } from '#web/app/api/data.ts'
import type { LiveEvent } from '#web/app/api/live.ts'
import { queryClient, refetch } from '#web/app/api/query-client.ts'
import { readColleagues } from '#web/support/teamwork/api.ts'
import { keepTicket, readListsAgain, readTicketAgain } from '../cached-tickets.ts'
import { append, conversationOf, staleTime } from './conversation.ts'

export { forgetEarlier, readEarlier, type LoadedConversation } from './conversation.ts'

export const useConversation = (id: string) => useQuery(conversationOf(id))

export const useTicketHistory = (id: string) =>
  useQuery({ ...readOptions(tickets.history, { params: { id } }), staleTime })

export const SEND_FAILED = 'Failed to send message'

export const useSendMessage = () =>
  useWrite(messages.create, {
    success: ({ isInternal }) => (isInternal ? 'Note added. Only staff see it.' : 'Message sent'),
    failure: SEND_FAILED,
    keep: async (message, { params }) => {
      await append(params.id, message)
      // Not awaited: the message is already shown.
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

/** Updates the ticket on screen, and the lists only if its status changed: a reply alone changes nothing in them. */
export async function readNews(id: string) {
  const { queryKey } = readOptions(tickets.one, { params: { id } })
  const before = queryClient.getQueryData(queryKey)?.status
  await readTicketAgain(id)
  if (queryClient.getQueryData(queryKey)?.status !== before) await readListsAgain()
}

/** After a live event. */
export function readUpdate(id: string, event: LiveEvent) {
  if (event === 'presence') return readColleagues(id)
  const read = event === 'opened' ? readMessagesAgain(id) : readNews(id)
  return event === 'opened' || event === 'again' ? Promise.all([read, readColleagues(id)]) : read
}

/** After the first answer, which it does not delay. */
async function readMessagesAgain(id: string) {
  const options = conversationOf(id)
  await queryClient.ensureQueryData(options).catch(() => undefined)
  await refetch({ queryKey: options.queryKey })
}
