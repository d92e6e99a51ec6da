import { useUrlState } from '#web/app/url-state.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { MailsTab } from './mails-tab.tsx'

const TemplatesTab = onDemand(
  async () => (await import('./templates-tab.tsx')).TemplatesTab,
  <Skeleton className="h-96" />,
)

const OF_A_TAB = ['search', 'status', 'mail', 'template', 'example', 'view']

const tabs = [
  { value: 'mails', label: 'Emails', content: <MailsTab /> },
  { value: 'templates', label: 'Templates', content: <TemplatesTab /> },
]

export function OutboxPage() {
  const [tab, setTab] = useUrlState('tab', { fallback: 'mails', push: true, resets: OF_A_TAB })
  return (
    <Page {...HEADINGS['/outbox']}>
      <Tabs label="Outbox" tabs={tabs} value={tab} onChange={setTab} />
    </Page>
  )
}
