import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { countOf } from '#contract/quantities.ts'
import type { TicketFilter, TicketSort } from '#contract/support/ticket-filter.ts'
import type { TicketChanges } from '#contract/support/ticket-changes.ts'
import { tickets, type Ticket, type TicketDetail } from '#contract/support/tickets.ts'
import { isConflict } from '#web/app/api/api-error.ts'
import { callPage, type Answer, type Input } from '#web/app/api/call.ts'
import { basedOn } from '#web/app/api/changed-values.ts'
import { readOptions, useRead, useUndoableWrite, useWrite } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf, type ToastText } from '#web/app/api/query-client.ts'
import { keepTicket, readListsAgain, readTicketAgain } from './cached-tickets.ts'
import { afterOwnChanges, noteOwnChange, scopeOf, useWithPending } from './own-changes.ts'
import { numberOf } from './ticket-number.ts'

const PAGE_SIZE = '50'

/** Other users write tickets too, so a stored answer is always refreshed. */
const staleTime = 0

export const useTicketPages = (filter: TicketFilter, sort?: TicketSort) =>
  useInfiniteQuery({
    queryKey: [...keyOf(tickets.list, { query: { ...filter, sort } }), PAGES],
    ...pagesOf((cursor) => callPage(tickets.list, { query: { ...filter, sort, cursor, limit: PAGE_SIZE } })),
    staleTime,
  })

/** Milliseconds. The navigation reads the counts with the screen. */
const JUST_READ = 2000

export const useTicketCounts = () => useQuery({ ...readOptions(tickets.counts), staleTime: JUST_READ })

export const useTicket = (id: string) => useQuery({ ...readOptions(tickets.one, { params: { id } }), staleTime })

export const useAssignees = () => useRead(tickets.assignees)

export const useCustomers = (search: string) =>
  useQuery({ ...readOptions(tickets.customers, { query: { search } }), placeholderData: keepPreviousData })

export const useCreateTicket = () =>
  useWrite(tickets.create, {
    success: ({ ticketNumber }) => ['Ticket created', ticketNumber],
    failure: 'Failed to create ticket',
    keep: keepTicket,
  })

const UPDATE_FAILED = 'Failed to update ticket'

const changing = (id: string) => ({
  success: (ticket: Ticket) => ['Ticket updated', numberOf(ticket)] as const,
  failure: UPDATE_FAILED,
  keep: (ticket: TicketDetail, change: Input<typeof tickets.change>) => {
    noteOwnChange(ticket, change)
    return keepTicket(ticket)
  },
  reread: () => readTicketAgain(id),
  scope: scopeOf(id),
  rebase: afterOwnChanges,
})

export const useChangeTicket = (id: string) => useWrite(tickets.change, changing(id))

/** Only staff are notified. */
export const useAssignTicket = (id: string) => useUndoableWrite(tickets.change, changing(id))

/** Changes one property of a ticket, with an undo. `onConflict`: a colleague changed the ticket since it was shown. */
export function useSetProperty(ticket: TicketDetail) {
  const { mutate } = useUndoableWrite(tickets.change, changing(ticket.id))
  const before = useWithPending(ticket)
  return (body: TicketChanges, onConflict?: () => void) => {
    const names = Object.keys(body) as (keyof TicketChanges)[]
    const undo = (changed: TicketDetail) => ({
      ...basedOn(changed),
      body: Object.fromEntries(names.map((name) => [name, before[name]])),
    })
    mutate({ ...basedOn(ticket), body }, undo, (error) => void (isConflict(error) && onConflict?.()))
  }
}

const bulkWords = ({ changed, merged }: Answer<typeof tickets.bulk>): ToastText => {
  const title = `${countOf(changed, 'ticket')} updated`
  if (merged > 0) return [title, `${countOf(merged, 'merged ticket')} not changed: another status would end the merge.`]
  return changed > 0 ? title : [title, 'They were like this already.']
}

export const useChangeMany = () =>
  useWrite(tickets.bulk, {
    success: bulkWords,
    failure: UPDATE_FAILED,
    keep: readListsAgain,
  })

const keepingTicket = {
  failure: UPDATE_FAILED,
  keep: keepTicket,
  reread: ({ params }: { params: { id: string } }) => readTicketAgain(params.id),
}

export const useReopenTicket = () =>
  useWrite(tickets.reopen, { ...keepingTicket, success: (ticket) => `${numberOf(ticket)} reopened` })

export function useCloseTicket() {
  const { mutate: reopen } = useReopenTicket()
  return useWrite(tickets.close, {
    ...keepingTicket,
    success: (ticket) => `${numberOf(ticket)} closed`,
    action: (_ticket, { params }) => ({ label: 'Undo', onSelect: () => reopen({ params }) }),
  })
}

/** Marks a ticket as read when it opens, and while it is open after each change by others. Refreshes lists that show it as unread. */
export function useReadMark({ id, updatedAt, isUnread }: TicketDetail) {
  // In the write itself: the answer may come after the dialog has closed.
  const { mutate } = useWrite(tickets.read, { keep: () => isUnread && readListsAgain() })
  const isMarked = useRef(false)
  useEffect(() => {
    if (isMarked.current && !isUnread) return
    isMarked.current = true
    mutate({ params: { id }, body: { upTo: updatedAt } })
  }, [mutate, id, updatedAt, isUnread])
}
