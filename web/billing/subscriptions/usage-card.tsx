import type { Billing } from '#contract/billing/subscriptions.ts'
import { UsageBar } from '#web/licensing/licenses/parts.tsx'
import { Card } from '#web/ui/page/card.tsx'

export function UsageCard({ usage, subscription }: Pick<Billing, 'usage' | 'subscription'>) {
  const limit = subscription?.licenseLimit ?? 0
  return (
    <Card title="Usage & Limits">
      <div className="grid gap-3">
        <Figure label="Licenses Used" value={subscription ? `${usage.activeLicenses} of ${limit}` : '0'} />
        <UsageBar />
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
