import { useQuery } from '@tanstack/react-query'
import { customers } from '#contract/operations/customers.ts'
import { inbox, type ReplyChoice } from '#contract/support/inbox.ts'
import { readOptions, useFreshRead, useRead, useWrite } from '#web/app/api/data.ts'
import { queryClient } from '#web/app/api/query-client.ts'

/** Colleagues and customers change them, so a stored answer is always refreshed. */
export const useInboxCounts = () => useFreshRead(inbox.counts)

export const useSavedViews = () => useRead(inbox.views)

export const useSaveView = () =>
  useWrite(inbox.saveView, {
    success: ({ name }) => `View “${name}” saved`,
    failure: 'Failed to save the view',
    refresh: [inbox.views],
  })

export const useRemoveView = () =>
  useWrite(inbox.removeView, {
    success: 'View deleted',
    failure: 'Failed to delete the view',
    refresh: [inbox.views],
  })

/** Effects of a reply besides answering, remembered for this staff member. A new choice applies immediately. */
export function useReplyChoice() {
  const options = readOptions(inbox.replyChoice)
  const { data, isError, refetch } = useQuery(options)
  const known = data ?? { assigns: false, waits: false }
  const { mutate } = useWrite(inbox.setReplyChoice, { failure: 'Failed to remember your choice' })
  const choose = async (change: Partial<ReplyChoice>) => {
    await queryClient.cancelQueries({ queryKey: options.queryKey })
    const body = { ...known, ...queryClient.getQueryData(options.queryKey), ...change }
    queryClient.setQueryData(options.queryKey, body)
    mutate({ body })
  }
  return { ...known, isKnown: data !== undefined, isError, refetch, choose }
}

/** Licenses of an organization that the customer card counts versions of. */
export const MOST_LICENSES = 200
const OTHER_TICKETS = '6'

/** The organization of a ticket, the versions its devices run, and its last tickets. */
export function useTicketCustomer(organizationId: string) {
  const params = { id: organizationId }
  return {
    customer: useRead(customers.read, { params }),
    licenses: useRead(customers.licenses, { params, query: { limit: String(MOST_LICENSES) } }).data,
    tickets: useQuery({
      ...readOptions(customers.tickets, { params, query: { limit: OTHER_TICKETS } }),
      staleTime: 0,
    }).data,
  }
}
