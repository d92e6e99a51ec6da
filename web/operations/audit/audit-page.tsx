import { Page } from '#web/ui/page/page.tsx'
import { AuditCard } from './parts.tsx'

export const AuditPage = () => (
  <Page title="Audit Log" description="Who changed what, when and from where.">
    <AuditCard title="All Entries" />
  </Page>
)
