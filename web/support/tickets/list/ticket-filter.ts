import * as z from 'zod/mini'
import { TicketFilter, TicketSort, TicketView } from '#contract/support/ticket-filter.ts'
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

export const InboxView = z.enum([...TicketView.options, 'all'])
export type InboxView = z.infer<typeof InboxView>

const FIRST_VIEW = 'needs-answer'

const viewFor = (wanted: string, filter: TicketFilter): InboxView =>
  InboxView.safeParse(wanted).data ?? (isNarrowed(filter) ? 'all' : FIRST_VIEW)

/** The view, filter and order of the inbox. Without a view in the address, a search covers all tickets. */
export function useInboxQuery() {
  const own = useTicketFilter()
  const [wantedView] = useUrlState('view')
  const [wantedSort] = useUrlState('sort')
  const view = viewFor(wantedView, own)
  const sort = TicketSort.safeParse(wantedSort).data ?? firstSort(view)
  return { view, sort, filter: view === 'all' ? own : { ...own, view }, isNarrowed: isNarrowed(own) }
}

export const firstSort = (view: InboxView): TicketSort => (view === 'all' ? '-created' : 'urgency')

/** The parameters of the address that show a view without further filters. */
export const paramsOf = (view: InboxView) => ({ ...NO_FILTER, sort: null, view: view === FIRST_VIEW ? null : view })
