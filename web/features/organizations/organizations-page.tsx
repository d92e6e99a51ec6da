import type { Organization } from '#contract/organizations.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useOrganizations } from './api.ts'
import { OrganizationCards } from './organization-cards.tsx'
import { OrganizationsTable } from './organizations-table.tsx'

const CreateSubscriptionDialog = onDemand(
  async () => (await import('./create-subscription-dialog.tsx')).CreateSubscriptionDialog,
)

export function OrganizationsPage() {
  const organizations = useOrganizations()
  const [search, setSearch] = useUrlState('search', { resets: ['page'] })

  return (
    <Page title="Organizations" description="The customers, what they pay for and how they can be reached.">
      <OrganizationCards organizations={organizations.data} isError={organizations.isError} />
      <Card
        title="All Organizations"
        flush
        actions={
          <SearchBox
            label="Search organizations"
            placeholder="Name or contact email"
            value={search}
            onChange={setSearch}
            className="sm:w-80"
          />
        }
      >
        <Loaded query={organizations} failure="Failed to fetch organizations">
          {(all) => <List all={all} search={search} />}
        </Loaded>
      </Card>
    </Page>
  )
}

function List({ all, search }: { all: Organization[]; search: string }) {
  const [subscribing, setSubscribing] = useUrlState('subscribe', { push: true })
  const chosen = all.find(({ id }) => id === subscribing)
  return (
    <>
      <OrganizationsTable
        organizations={all.filter(matches(search))}
        isNarrowed={search !== ''}
        onSubscribe={({ id }) => setSubscribing(id)}
      />
      {chosen && <CreateSubscriptionDialog organization={chosen} onClose={() => setSubscribing('')} />}
    </>
  )
}

/** The whole list is here, so the browser searches it. */
const matches = (search: string) => {
  const wanted = search.trim().toLowerCase()
  return ({ name, contactEmail }: Organization) => `${name}\n${contactEmail}`.toLowerCase().includes(wanted)
}
