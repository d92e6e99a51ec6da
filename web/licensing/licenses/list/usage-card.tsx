import { useId, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import { isQuotaFull } from '#contract/licensing/usage.ts'
import { countOf } from '#contract/quantities.ts'
import { links } from '#web/app/links.ts'
import { useIsAdmin, useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Ring } from '#web/ui/chart/ring.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { quotaOf, useLicenseCount, useSubscription } from '../api.ts'
import { UsageBar } from '../parts.tsx'

/** One strip, so that the table starts on the first screen. Admins belong to no organization and have no quota. */
export function UsageCard() {
  const isAdmin = useIsAdmin()
  const count = useLicenseCount()
  const reading = useSubscription()
  const subscription = reading.data?.subscription
  const isFull = subscription ? isQuotaFull(quotaOf(subscription)) : false
  const isOrgAdmin = useIsOrgAdmin()
  const skeleton = <Skeleton className="h-14 w-52" />
  return (
    <Strip actions={isOrgAdmin && !reading.data?.isSuspended && <UpgradeButton isUrgent={!isAdmin && isFull} />}>
      {isAdmin ? (
        <Loaded query={count} failure={notLoaded('the license usage')} skeleton={skeleton}>
          {({ total }) => <Figures main={countOf(total, 'license')} note="Each organization has its own limit." />}
        </Loaded>
      ) : (
        <Loaded query={reading} failure={notLoaded('the license usage')} skeleton={skeleton}>
          {(data) => <Quota subscription={data.subscription} isPrompted={isOrgAdmin && isFull && !data.isSuspended} />}
        </Loaded>
      )}
    </Strip>
  )
}

function Strip({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-wrap items-center gap-x-8 gap-y-3 rounded-xl border bg-card px-5 py-3 shadow-card"
    >
      <h2 id={id} className="sr-only">
        License Usage
      </h2>
      {children}
      <div className="min-w-64 flex-1">
        <UsageBar />
      </div>
      {actions}
    </section>
  )
}

function Quota({ subscription, isPrompted }: { subscription: Subscription | null; isPrompted: boolean }) {
  const { used, limit } = subscription ? quotaOf(subscription) : { used: 0, limit: 0 }
  const free = Math.max(limit - used, 0)
  const tone = subscription && isQuotaFull({ used, limit }) ? 'warning' : 'success'
  return (
    <div className="flex items-center gap-4">
      <Ring size="small" part={used} whole={limit} label="Licenses used" tone={tone} />
      <Figures main={`${used} of ${limit}`} note={subscription ? remaining(free) : NO_SUBSCRIPTION}>
        {isPrompted && (
          <p className="max-w-64 text-[13px] text-warning-fg">
            Upgrade your plan to create more licenses, or delete unused ones.
          </p>
        )}
      </Figures>
    </div>
  )
}

const Figures = ({ main, note, children }: { main: string; note: string; children?: ReactNode }) => (
  <div className="min-w-0">
    <p className="text-xl leading-7 font-semibold tracking-tight">{main}</p>
    <p className="text-[13px] text-fg2">{note}</p>
    {children}
  </div>
)

function remaining(free: number) {
  if (free === 0) return 'All licenses are in use'
  return `${countOf(free, 'seat')} available`
}

function UpgradeButton({ isUrgent }: { isUrgent: boolean }) {
  const [, navigate] = useLocation()
  return (
    <Button size="small" variant={isUrgent ? 'primary' : 'outline'} onClick={() => navigate(links.requestLicenses)}>
      Upgrade Plan
    </Button>
  )
}
