import { useQuery } from '@tanstack/react-query'
import { messages, type TicketMessage } from '#contract/support/messages.ts'
import { tickets } from '#contract/support/tickets.ts'
import { readOptions, useWrite } from '#web/app/api/data.ts'
import { keepAnswer, queryClient, refetch } from '#web/app/api/query-client.ts'
import type { LiveEvent } from '#web/app/api/live.ts'
import { readColleagues } from '#web/support/teamwork/api.ts'
import { keepTicket, readListsAgain, readTicketAgain } from '../cached-tickets.ts'

/** Messages sent while the ticket was closed were not streamed. */
const staleTime = 0

export const useMessages = (id: string) => useQuery({ ...readOptions(messages.list, { params: { id } }), staleTime })

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

/** Adds the message once: a running request may or may not include it. */
async function append(id: string, message: TicketMessage) {
  const { queryKey } = readOptions(messages.list, { params: { id } })
  if (!queryClient.getQueryData(queryKey)) return refetch({ queryKey })
  await keepAnswer(queryKey, (known) => known && [...known.filter((one) => one.id !== message.id), message])
}

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
  const options = readOptions(messages.list, { params: { id } })
  await queryClient.ensureQueryData(options).catch(() => undefined)
  await refetch({ queryKey: options.queryKey })
}
