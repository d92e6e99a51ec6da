import type { Organization } from '#contract/operations/organizations.ts'
import { subscriptionBadge } from '#web/billing/subscriptions/subscription-words.ts'
import { Badge } from '#web/ui/text/badge.tsx'

type Props = Pick<Organization, 'isActive' | 'subscriptionStatus'>

export function StatusCell(organization: Props) {
  const reason = reasonOf(organization)
  return (
    <span className="inline-grid justify-items-start gap-0.5 max-sm:justify-items-end">
      {organization.isActive ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>}
      {reason && <span className="text-xs whitespace-nowrap text-fg2">{reason}</span>}
    </span>
  )
}

function reasonOf({ isActive, subscriptionStatus }: Props) {
  if (subscriptionStatus === 'suspended') return 'Suspended'
  if (!isActive) return 'Awaiting approval'
  if (subscriptionStatus === 'none') return 'No subscription'
  return subscriptionStatus === 'active' ? null : subscriptionBadge(subscriptionStatus).children
}
