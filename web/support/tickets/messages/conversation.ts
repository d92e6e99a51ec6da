import { queryOptions } from '@tanstack/react-query'
import { LIST_LIMIT } from '#contract/lists.ts'
import { messages, type TicketMessage } from '#contract/support/messages.ts'
import { callPage } from '#web/app/api/call.ts'
import { keyOf, queryClient, refetch } from '#web/app/api/query-client.ts'

/** A browser needs seconds to lay out a thousand messages. */
const AT_ONCE = 100

/** New messages that are read with the known ones in one request. */
const FEW_NEW = 20

export type LoadedConversation = {
  /** Oldest first, as all of these. Its beginning stays where it is while messages arrive. */
  newest: TicketMessage[]
  /** Read on request. They end where the newest begin. */
  earlier: TicketMessage[]
  total: number
  /** Leads to the messages before the newest. */
  start: string | undefined
  /** Leads to the messages before all of these. */
  cursor: string | undefined
}

const keyFor = (id: string) => [...keyOf(messages.list, { params: { id } }), 'conversation']

const known = (id: string) => queryClient.getQueryData<LoadedConversation>(keyFor(id))

const change = (id: string, to: (shown: LoadedConversation) => LoadedConversation) =>
  queryClient.setQueryData<LoadedConversation>(keyFor(id), (shown) => shown && to(shown))

/** Events while a ticket was closed were not streamed. */
export const staleTime = 0

export const conversationOf = (id: string) =>
  queryOptions({ queryKey: keyFor(id), queryFn: () => readConversation(id), staleTime })

async function readConversation(id: string): Promise<LoadedConversation> {
  const before = known(id)
  const begin = before?.newest[0]
  let { rows, total, nextCursor: next } = await readPage(id, Math.max(AT_ONCE, (before?.newest.length ?? 0) + FEW_NEW))
  while (begin && next && rows[0] && isBefore(begin, rows[0])) {
    const page = await readPage(id, LIST_LIMIT, next)
    rows = [...page.rows, ...rows]
    next = page.nextCursor
  }
  const shown = known(id) ?? before
  if (!begin || !shown?.start) return { newest: rows, earlier: [], total, start: next, cursor: next }
  const newest = rows.filter((row) => !isBefore(row, begin))
  const isMerged = total - newest.length !== shown.total - shown.newest.length
  return { ...shown, newest, total, ...(isMerged && { earlier: [], cursor: shown.start }) }
}

const readPage = (id: string, limit: number, cursor?: string) =>
  callPage(messages.list, { params: { id }, query: { limit: String(limit), cursor } })

const isBefore = (one: TicketMessage, other: TicketMessage) =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)

/** Returns how to show the page before those that are shown. */
export async function readEarlier(id: string, cursor: string) {
  const { rows, nextCursor } = await readPage(id, AT_ONCE, cursor)
  return () =>
    change(id, (shown) =>
      shown.cursor === cursor ? { ...shown, earlier: [...rows, ...shown.earlier], cursor: nextCursor } : shown,
    )
}

/** The next time, a conversation begins with its newest messages. */
export const forgetEarlier = (id: string) => change(id, (shown) => ({ ...shown, earlier: [], cursor: shown.start }))

/** Adds a message once: a running request may or may not include it, and may bring others. */
export async function append(id: string, message: TicketMessage) {
  const queryKey = keyFor(id)
  const isReading = queryClient.isFetching({ queryKey }) > 0
  await queryClient.cancelQueries({ queryKey, exact: true })
  change(id, ({ newest, total, ...shown }) => {
    const others = newest.filter((one) => one.id !== message.id)
    return { ...shown, newest: [...others, message], total: total + 1 + others.length - newest.length }
  })
  if (isReading || !known(id)) void refetch({ queryKey })
}
