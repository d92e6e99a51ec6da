import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Page } from '#web/ui/page/page.tsx'
import { useOrganizations } from './api.ts'
import { OrganizationView } from './list/organization-actions.tsx'
import { OrganizationsCard } from './list/organizations-card.tsx'
import { OrganizationCards } from './organization-cards.tsx'

/** What was opened inside closes with it. */
const close = () => setUrl({ view: null, tab: null, invoice: null, statement: null })

export function OrganizationsPage() {
  const organizations = useOrganizations()
  const [viewed] = useUrlState('view')
  return (
    <Page title="Organizations" description="The customers, what they pay for and how they can be reached.">
      <OrganizationCards organizations={organizations.data} isError={organizations.isError} />
      <OrganizationsCard query={organizations} />
      {viewed && <OrganizationView key={viewed} id={viewed} onClose={close} />}
    </Page>
  )
}
