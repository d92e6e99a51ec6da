import { Plus } from 'lucide-react'
import { DocumentationTab } from '#web/features/documents/parts.tsx'
import { useIsStaff } from '#web/features/session/api.ts'
import { CategoriesTab } from '#web/features/support-desk/parts.tsx'
import { NewTicketDialog, TicketDialog, TicketsTab } from '#web/features/tickets/parts.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { intent } from '#web/ui/on-demand.tsx'
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
    <Page
      title="Support Center"
      description="Ask our team, or find the answer in the documentation."
      actions={<NewTicketButton />}
    >
      <Tabs label="Support" tabs={tabs} value={tab} onChange={setTab} />
      <TicketDialogs />
    </Page>
  )
}

const NewTicketButton = () => (
  <Button variant="primary" {...intent(NewTicketDialog)} onClick={() => setUrl({ new: '1' }, { replace: false })}>
    <Plus aria-hidden />
    New Ticket
  </Button>
)

/** ?new=1, with a ?title= if another screen proposes one, and ?ticket=. */
function TicketDialogs() {
  const [isNew] = useUrlState('new')
  const [title] = useUrlState('title')
  const [opened] = useUrlState('ticket')
  return (
    <>
      {isNew && <NewTicketDialog title={title} onClose={() => setUrl({ new: null, title: null })} />}
      {opened && <TicketDialog key={opened} id={opened} onClose={() => setUrl({ ticket: null })} />}
    </>
  )
}
