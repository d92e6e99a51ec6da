import { Page } from '#web/ui/page/page.tsx'
import { AuditCard } from './parts.tsx'

export const AuditPage = () => (
  <Page
    title="Audit Log"
    description="Every change and every sign-in: by whom, from where, with what before and after."
  >
    <AuditCard title="All Entries" />
  </Page>
)
