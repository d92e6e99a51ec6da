import { MonitorCheck } from 'lucide-react'
import type { Adoption } from '#contract/releases/reach.ts'
import { percentOf } from '#web/ui/chart/percent.ts'
import { ProgressBar } from '#web/ui/chart/progress-bar.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useAdoption } from '../api.ts'

export const AdoptionCard = () => (
  <Card title="Versions in Use" description="What active devices ran at their last check-in.">
    <Loaded query={useAdoption()} failure={notLoaded('the versions in use')}>
      {(adoption) =>
        adoption.devices === 0 ? (
          <Empty icon={MonitorCheck}>No active devices.</Empty>
        ) : (
          <ul className="grid gap-3">
            {barsOf(adoption).map((bar) => (
              <Bar key={bar.name} {...bar} all={adoption.devices} />
            ))}
          </ul>
        )
      }
    </Loaded>
  </Card>
)

type BarOf = { name: string; devices: number }

function barsOf({ devices: all, versions }: Adoption): BarOf[] {
  const bars = versions.map(({ version, devices }) => ({ name: version ?? 'Unknown', devices }))
  const rest = all - bars.reduce((sum, { devices }) => sum + devices, 0)
  return rest > 0 ? [...bars, { name: 'Other versions', devices: rest }] : bars
}

const Bar = ({ name, devices, all }: BarOf & { all: number }) => (
  <li className="grid gap-1.5">
    <span className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 truncate font-medium" title={name}>
        {name}
      </span>
      <span className="text-[13px] whitespace-nowrap text-fg2">
        {devices.toLocaleString('en-US')} · {percentOf(devices, all, 1)}%
      </span>
    </span>
    <ProgressBar label={`Devices on ${name}`} value={devices} max={all} className="w-full" />
  </li>
)
