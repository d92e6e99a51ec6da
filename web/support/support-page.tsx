import { Plus } from 'lucide-react'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { DocumentationTab } from './documents/parts.tsx'
import { CannedRepliesTab, CategoriesTab, TargetsTab } from './support-desk/parts.tsx'
import { TicketsTab } from './tickets/parts.tsx'
import { NewTicketDialog, TicketDialog } from './tickets/ticket-dialogs.ts'

/** Everything a tab keeps in the address belongs to that tab, so a change of tab drops it. */
const OF_A_TAB = ['view', 'sort', 'open', 'search', 'status', 'priority', 'category', 'assignee', 'late', 'type', 'tag']

const staffTabs = [
  { value: 'categories', label: 'Categories', content: <CategoriesTab /> },
  { value: 'replies', label: 'Canned Replies', content: <CannedRepliesTab /> },
  { value: 'targets', label: 'Targets', content: <TargetsTab /> },
]

export function SupportPage() {
  const isStaff = useIsStaff()
  const [tab, setTab] = useUrlState('tab', { fallback: 'tickets', push: true, resets: OF_A_TAB })
  const tabs = [
    { value: 'tickets', label: 'Tickets', content: <TicketsTab /> },
    { value: 'documentation', label: 'Documentation', content: <DocumentationTab /> },
    ...(isStaff ? staffTabs : []),
  ]
  return (
    <Page
      {...HEADINGS['/support']}
      description={!isStaff && 'Ask our team or search the documentation.'}
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

/** ?new=1, with a ?title= if another screen proposes one, and ?ticket=. Staff send customers addresses of the inbox, with ?open=. */
function TicketDialogs() {
  const isStaff = useIsStaff()
  const [isNew] = useUrlState('new')
  const [title] = useUrlState('title')
  const [ticket] = useUrlState('ticket')
  const [openInInbox] = useUrlState('open')
  const opened = ticket || (isStaff ? '' : openInInbox)
  return (
    <>
      {isNew && <NewTicketDialog title={title} onClose={() => setUrl({ new: null, title: null })} />}
      {opened && (
        <TicketDialog
          key={opened}
          id={opened}
          onClose={() => setUrl({ ticket: null, ...(!isStaff && { open: null }) })}
        />
      )}
    </>
  )
}
