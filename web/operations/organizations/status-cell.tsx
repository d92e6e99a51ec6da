import type { Organization } from '#contract/operations/organizations.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { billingBadge } from './billing-badge.ts'

type Props = Pick<Organization, 'isActive' | 'subscriptionStatus' | 'billingStatus'>

/** Green only if everything is paid. */
export const StatusCell = (organization: Props) => (
  <span className="inline-grid justify-items-start gap-1 max-sm:justify-items-end">
    <Badge tone={organization.isActive && isPaid(organization) ? 'success' : 'neutral'}>
      {organization.isActive ? 'Active' : 'Inactive'}
    </Badge>
    <Reason {...organization} />
  </span>
)

const isPaid = ({ billingStatus }: Props) => billingStatus === 'active'

function Reason({ isActive, subscriptionStatus, billingStatus }: Props) {
  if (subscriptionStatus === 'suspended') return <Badge tone="danger">Suspended</Badge>
  if (!isActive) return <Badge tone="warning">Awaiting approval</Badge>
  return billingStatus === 'active' ? null : <Badge {...billingBadge(billingStatus)} />
}
