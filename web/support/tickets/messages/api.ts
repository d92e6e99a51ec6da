import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { LIST_LIMIT } from '#contract/lists.ts'
import { messages, type TicketMessage } from '#contract/support/messages.ts'
import { tickets } from '#contract/support/tickets.ts'
import { callPage } from '#web/app/api/call.ts'
import { readOptions, useWrite } from '#web/app/api/data.ts'
import { pagesOf, type Page, type Pages } from '#web/app/api/pages.ts'
import { keyOf, queryClient, refetch } from '#web/app/api/query-client.ts'
import type { LiveEvent } from '#web/app/api/live.ts'
import { readColleagues } from '#web/support/teamwork/api.ts'
import { keepTicket, readListsAgain, readTicketAgain } from '../cached-tickets.ts'

/** Messages sent while the ticket was closed were not streamed. */
const staleTime = 0

/** A browser needs seconds to lay out a thousand messages. */
const AT_ONCE = 100

type MessagePage = Page<TicketMessage>

const conversationOf = (id: string) => {
  const params = { id }
  const queryKey = [...keyOf(messages.list, { params }), 'conversation']
  const read = (limit: number, cursor?: string) =>
    callPage(messages.list, { params, query: { limit: String(limit), cursor } })
  return infiniteQueryOptions({
    ...pagesOf<TicketMessage>((cursor) =>
      cursor ? read(AT_ONCE, cursor) : readNewest(read, queryClient.getQueryData<Pages<TicketMessage>>(queryKey)),
    ),
    queryKey,
    select: ({ pages }) => pages,
    placeholderData: undefined,
    staleTime,
  })
}

/** The first page keeps its beginning, so that new messages move none of the pages before it. */
async function readNewest(
  read: (limit: number, cursor?: string) => Promise<MessagePage>,
  known: Pages<TicketMessage> | undefined,
): Promise<MessagePage> {
  const { rows: shown = [], nextCursor } = known?.pages[0] ?? {}
  const begin = nextCursor === undefined ? undefined : shown[0]
  let page = await read(Math.max(AT_ONCE, shown.length + FEW_NEW))
  if (!begin) return page
  while (page.nextCursor && !page.rows.some((row) => isBefore(row, begin) || row.id === begin.id)) {
    const earlier = await read(LIST_LIMIT, page.nextCursor)
    page = { ...earlier, rows: [...earlier.rows, ...page.rows] }
  }
  return { ...page, rows: page.rows.filter((row) => !isBefore(row, begin)), nextCursor }
}

/** New messages that are read with the known ones in one request. */
const FEW_NEW = 20

/** In the server's order. */
const isBefore = (one: TicketMessage, other: TicketMessage) =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)

/** From the newest page to the earliest that was read, each oldest first. */
export const useMessages = (id: string) => useInfiniteQuery(conversationOf(id))

/** The next time, a conversation begins with its newest messages. */
export const forgetEarlier = (id: string) =>
  queryClient.setQueryData<Pages<TicketMessage>>(
    conversationOf(id).queryKey,
    (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
  )

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
  const { queryKey } = conversationOf(id)
  if (!queryClient.getQueryData(queryKey)) return refetch({ queryKey })
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<Pages<TicketMessage>>(queryKey, (known) => known && withNewest(known, message))
}

function withNewest({ pages: [newest, ...earlier], pageParams }: Pages<TicketMessage>, message: TicketMessage) {
  if (!newest) return undefined
  const others = newest.rows.filter((one) => one.id !== message.id)
  const total = newest.total + 1 + others.length - newest.rows.length
  return { pages: [{ ...newest, rows: [...others, message], total }, ...earlier], pageParams }
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
  const options = conversationOf(id)
  await queryClient.ensureInfiniteQueryData(options).catch(() => undefined)
  await refetch({ queryKey: options.queryKey })
}
