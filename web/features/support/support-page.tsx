import { DocumentationTab } from '#web/features/documents/parts.tsx'
import { useIsStaff } from '#web/features/session/api.ts'
import { CategoriesTab } from '#web/features/support-desk/parts.tsx'
import { TicketsTab } from '#web/features/tickets/parts.tsx'
import { useUrlState } from '#web/app/url-state.ts'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** Everything a tab keeps in the address belongs to that tab, so a change of tab drops it. */
const OF_A_TAB = ['search', 'status', 'priority', 'category', 'assignee', 'late', 'type', 'tag']

export function SupportPage() {
  const isStaff = useIsStaff()
  const [tab, setTab] = useUrlState('tab', { fallback: 'tickets', push: true, resets: OF_A_TAB })
  const tabs = [
    { value: 'tickets', label: 'Tickets', content: <TicketsTab /> },
    { value: 'documentation', label: 'Documentation', content: <DocumentationTab /> },
    ...(isStaff ? [{ value: 'categories', label: 'Categories', content: <CategoriesTab /> }] : []),
  ]
  return (
    <Page title="Support Center" description="Ask our team, or find the answer in the documentation.">
      <Tabs label="Support" tabs={tabs} value={tab} onChange={setTab} />
    </Page>
  )
}
