import type { CustomerDetail } from '#contract/operations/customers.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

const waiting = <Skeleton className="h-96" />

const TimelineTab = onDemand(async () => (await import('./timeline/timeline-tab.tsx')).TimelineTab, waiting)
const LicensesTab = onDemand(async () => (await import('./tabs/licenses-tab.tsx')).LicensesTab, waiting)
const PeopleTab = onDemand(async () => (await import('./tabs/people-tab.tsx')).PeopleTab, waiting)
const TicketsTab = onDemand(async () => (await import('./tabs/tickets-tab.tsx')).TicketsTab, waiting)
const InvoicesTab = onDemand(async () => (await import('./tabs/invoices-tab.tsx')).InvoicesTab, waiting)

const OF_A_TAB = { search: null, status: null, kind: null, event: null }

const show = (tab: string) => setUrl({ ...OF_A_TAB, tab }, { replace: false })

export function CustomerTabs({ customer }: { customer: CustomerDetail }) {
  const [tab] = useUrlState('tab', { fallback: 'timeline' })
  const { id, seatsUsed, people, tickets, invoices } = customer
  const tabs = [
    { value: 'timeline', label: 'Timeline', content: <TimelineTab id={id} /> },
    { value: 'licenses', label: labelOf('Licenses', seatsUsed), content: <LicensesTab id={id} /> },
    { value: 'people', label: labelOf('People', people), content: <PeopleTab id={id} /> },
    { value: 'tickets', label: labelOf('Tickets', tickets), content: <TicketsTab id={id} /> },
    { value: 'invoices', label: labelOf('Invoices', invoices), content: <InvoicesTab id={id} /> },
  ]
  return <Tabs label="Customer" tabs={tabs} value={tab} onChange={show} />
}

const labelOf = (name: string, count: number) => (
  <>
    {name} <span className="font-normal text-fg2">{count.toLocaleString('en-US')}</span>
  </>
)
