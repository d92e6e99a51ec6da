import { PageSkeleton } from '#web/app/shell/page-skeleton.tsx'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { CustomerBilling } from './customer-billing.tsx'

/** Not the customers' to load. */
const AdminBilling = onDemand(
  async () => (await import('#web/billing/admin-billing/admin-billing.tsx')).AdminBilling,
  <PageSkeleton />,
)

export const BillingPage = () => (useIsAdmin() ? <AdminBilling /> : <CustomerBilling />)
