import { Building2, CalendarPlus, CircleCheck } from 'lucide-react'
import { formatMonth } from '#contract/dates.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { useOrganizations } from '#web/identity/organization-list/api.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { StatCard } from '#web/ui/page/stat-card.tsx'
import { OrganizationView } from './list/organization-actions.tsx'
import { OrganizationsCard } from './list/organizations-card.tsx'

/** Also closes dialogs opened inside. */
const close = () => setUrl({ view: null, tab: null, invoice: null, statement: null })

export function OrganizationsPage() {
  const organizations = useOrganizations()
  const [viewed] = useUrlState('view')
  return (
    <Page {...HEADINGS['/admin/organizations']}>
      <OrganizationCards organizations={organizations.data} isError={organizations.isError} />
      <OrganizationsCard query={organizations} />
      {viewed && <OrganizationView key={viewed} id={viewed} onClose={close} />}
    </Page>
  )
}

type Props = { organizations: Organization[] | undefined; isError: boolean }

function OrganizationCards({ organizations, isError }: Props) {
  const unknown = isError ? '—' : <Skeleton className="h-8 w-14" />
  const count = (isCounted: (organization: Organization) => boolean) =>
    organizations?.filter(isCounted).length ?? unknown
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <StatCard label="Total Organizations" icon={Building2} value={count(() => true)} />
      <StatCard label="Active Organizations" icon={CircleCheck} value={count(({ isActive }) => isActive)} />
      <StatCard label="New This Month" icon={CalendarPlus} value={count(isOfThisMonth)} />
    </div>
  )
}

const isOfThisMonth = ({ createdAt }: Organization) => formatMonth(createdAt) === formatMonth(new Date())
