import { useLocation } from 'wouter'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import { countOf, isQuotaFull } from '#contract/licensing/licenses.ts'
import { useIsAdmin, useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Ring } from '#web/ui/chart/ring.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { quotaOf, useLicenseCount, useSubscription } from '../api.ts'
import { SilentDevices } from './silent-devices.tsx'

const TITLE = 'License Usage'

/** An admin belongs to no organization: there is no quota to show, only how many licenses there are. */
export const UsageCard = () => (useIsAdmin() ? <AllUsage /> : <OwnUsage />)

function OwnUsage() {
  const isOrgAdmin = useIsOrgAdmin()
  const reading = useSubscription()
  const subscription = reading.data?.subscription
  const isFull = subscription ? isQuotaFull(quotaOf(subscription)) : false
  return (
    <Card
      title={TITLE}
      description={subscription?.planName}
      actions={isOrgAdmin && <UpgradeButton isUrgent={isFull} />}
    >
      <Loaded query={reading} failure="Failed to load the license usage." skeleton={<Skeleton className="h-24" />}>
        {(data) => <Quota subscription={data.subscription} isPrompted={isOrgAdmin && isFull} />}
      </Loaded>
      <SilentDevices />
    </Card>
  )
}

function Quota({ subscription, isPrompted }: { subscription: Subscription | null; isPrompted: boolean }) {
  const { used, limit } = subscription ? quotaOf(subscription) : { used: 0, limit: 0 }
  const free = Math.max(limit - used, 0)
  const tone = subscription && isQuotaFull({ used, limit }) ? 'warning' : 'success'
  return (
    <div className="flex items-center gap-5">
      <span className="shrink-0">
        <Ring percent={limit > 0 ? (used / limit) * 100 : 0} label="Licenses used" tone={tone} />
      </span>
      <div className="min-w-0">
        <p className="text-[26px] leading-8 font-semibold tracking-tight">
          {used} of {limit}
        </p>
        <p className="text-fg2">{subscription ? remaining(free) : NO_SUBSCRIPTION}</p>
        {isPrompted && (
          <p className="mt-2 text-warning-fg">Upgrade your plan to create more licenses, or delete unused ones.</p>
        )}
      </div>
    </div>
  )
}

function remaining(free: number) {
  if (free === 0) return 'All licenses are in use'
  return free === 1 ? '1 seat available' : `${free} seats available`
}

function AllUsage() {
  const count = useLicenseCount()
  return (
    <Card title={TITLE} description="All organizations together" actions={<UpgradeButton isUrgent={false} />}>
      <Loaded query={count} failure="Failed to load the license usage." skeleton={<Skeleton className="h-24" />}>
        {({ total }) => (
          <>
            <p className="text-[26px] leading-8 font-semibold tracking-tight">{countOf(total)}</p>
            <p className="text-fg2">Each organization has its own limit.</p>
          </>
        )}
      </Loaded>
      <SilentDevices />
    </Card>
  )
}

function UpgradeButton({ isUrgent }: { isUrgent: boolean }) {
  const [, navigate] = useLocation()
  return (
    <Button size="small" variant={isUrgent ? 'primary' : 'outline'} onClick={() => navigate('/billing')}>
      Upgrade Plan
    </Button>
  )
}
