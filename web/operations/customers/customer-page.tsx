import { useLocation } from 'wouter'
import type { CustomerDetail } from '#contract/operations/customers.ts'
import { isNotFound } from '#web/app/api/api-error.ts'
import { billingBadge } from '#web/operations/organizations/billing-badge.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { SuspensionAlert } from '#web/operations/organizations/parts.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Missing } from '#web/ui/feedback/missing.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { useCustomer } from './api.ts'
import { CustomerTabs } from './customer-tabs.tsx'
import { customerBadge } from './customer-words.ts'
import { NotesCard } from './customer-notes/notes-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { AboutCard, SubscriptionCard } from './side-cards.tsx'

const AdminActions = onDemand(
  async () => (await import('./admin-actions.tsx')).AdminActions,
  <Skeleton className="h-9 w-64 max-sm:h-10 max-sm:w-72" />,
)

export function CustomerPage() {
  const [path] = useLocation()
  const id = path.split('/')[2] ?? ''
  return <OneCustomer key={id} id={id} />
}

function OneCustomer({ id }: { id: string }) {
  const query = useCustomer(id)
  const isAdmin = useIsAdmin()
  return (
    <Page
      title={query.data?.name ?? 'Customer'}
      description={query.data && <Badges {...query.data} />}
      actions={isAdmin && query.data && <AdminActions id={id} />}
    >
      {isNotFound(query.error) ? (
        <Missing what="organization" />
      ) : (
        <Loaded query={query} failure={notLoaded('this customer')}>
          {(customer) => <Sections customer={customer} />}
        </Loaded>
      )}
    </Page>
  )
}

const Badges = ({ status, billingStatus }: CustomerDetail) => (
  <span className="mt-1.5 flex flex-wrap gap-1.5">
    {status !== 'active' && <Badge {...customerBadge(status)} />}
    {(status === 'active' || billingStatus !== 'active') && <Badge {...billingBadge(billingStatus)} />}
  </span>
)

const Sections = ({ customer }: { customer: CustomerDetail }) => (
  <>
    {customer.suspension && <SuspensionAlert {...customer.suspension} />}
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <CustomerTabs customer={customer} />
      <div className="grid gap-5 max-xl:contents">
        <SubscriptionCard customer={customer} />
        <ProfileCard customer={customer} />
        <NotesCard id={customer.id} />
        <AboutCard customer={customer} />
      </div>
    </div>
  </>
)
