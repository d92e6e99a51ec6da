import { clsx } from 'clsx'
import type { Billing } from '#contract/billing/subscriptions.ts'
import { Card } from '#web/ui/page/card.tsx'

export function UsageCard({ usage, subscription }: Pick<Billing, 'usage' | 'subscription'>) {
  const limit = subscription?.licenseLimit ?? 0
  return (
    <Card title="Usage & Limits">
      <div className="grid gap-3">
        <Figure label="Licenses Used" value={subscription ? `${usage.activeLicenses} of ${limit}` : '0'} />
        <Bar percent={limit > 0 ? (usage.activeLicenses / limit) * 100 : 0} />
        <Figure label="Active Devices" value={String(usage.activeDevices)} />
      </div>
    </Card>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <p className="flex items-baseline justify-between gap-3">
    <span className="text-fg2">{label}</span>
    <span className="font-semibold tabular-nums">{value}</span>
  </p>
)

/** Decorative: the figures above say the same. */
const Bar = ({ percent }: { percent: number }) => (
  <div aria-hidden className="h-2 overflow-hidden rounded-full bg-neutral-bg">
    <div
      className={clsx('h-full rounded-full', percent >= 100 ? 'bg-warning' : 'bg-success')}
      style={{ width: `${Math.min(percent, 100)}%` }}
    />
  </div>
)
