import * as z from 'zod/mini'
import { TicketFilter, TicketSort, TicketView } from '#contract/support/ticket-filter.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { useIsStaff } from '#web/identity/session/api.ts'

const ForCustomers = z.pick(TicketFilter, { search: true, status: true })
const ForStaff = z.omit(TicketFilter, { view: true, organizationId: true })

/** The filter in the URL, without the ones that this user can't choose. */
export const useTicketFilter = (): TicketFilter => useUrlFilter(useIsStaff() ? ForStaff : ForCustomers)

export const NO_FILTER: Record<keyof z.infer<typeof ForStaff>, null> = {
  search: null,
  status: null,
  priority: null,
  category: null,
  assignee: null,
  late: null,
}

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
