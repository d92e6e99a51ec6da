import * as z from 'zod/mini'
import { TicketFilter } from '#contract/support/ticket-filter.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { useIsStaff } from '#web/identity/session/api.ts'

const { search, status, priority, category, assignee, late } = TicketFilter.shape

const ForCustomers = z.object({
  search: z.catch(search, undefined),
  status: z.catch(status, undefined),
})

const ForStaff = z.extend(ForCustomers, {
  priority: z.catch(priority, undefined),
  category: z.catch(category, undefined),
  assignee: z.catch(assignee, undefined),
  late: z.catch(late, undefined),
})

/** The filter in the URL. Ignores values that the server refuses and filters that this user can't choose. */
export function useTicketFilter(): TicketFilter {
  const isStaff = useIsStaff()
  const [wantedSearch] = useUrlState('search')
  const [wantedStatus] = useUrlState('status')
  const [wantedPriority] = useUrlState('priority')
  const [wantedCategory] = useUrlState('category')
  const [wantedAssignee] = useUrlState('assignee')
  const [wantedLate] = useUrlState('late')
  return z.parse(isStaff ? ForStaff : ForCustomers, {
    search: wantedSearch,
    status: wantedStatus,
    priority: wantedPriority,
    category: wantedCategory,
    assignee: wantedAssignee,
    late: wantedLate,
  })
}

export const NO_FILTER = { search: null, status: null, priority: null, category: null, assignee: null, late: null }

export const isNarrowed = (filter: TicketFilter) => Object.values(filter).some(Boolean)
