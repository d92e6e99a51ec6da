import { HEADINGS } from '#web/app/words/headings.ts'
import { Page } from '#web/ui/page/page.tsx'
import { AuditCard } from './parts.tsx'

export const AuditPage = () => (
  <Page {...HEADINGS['/admin/audit']}>
    <AuditCard title="All Entries" />
  </Page>
)
