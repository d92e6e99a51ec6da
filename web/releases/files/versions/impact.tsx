import type { ReactNode } from 'react'
import { countOf } from '#contract/quantities.ts'
import { isComparable, type Version } from '#contract/releases/files.ts'
import type { Reach, VersionImpact } from '#contract/releases/reach.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useImpact } from '../api.ts'

type Props = { version: Version; height?: string; children: (impact: VersionImpact) => ReactNode }

/** Shows its children once the affected devices are known: nothing is confirmed before. */
export const WithImpact = ({ version, height = 'h-108', children }: Props) => (
  <Loaded
    query={useImpact(version.id)}
    failure={notLoaded('who uses this version')}
    skeleton={<Skeleton className={height} />}
  >
    {children}
  </Loaded>
)

export const organizationsText = (count: number) => countOf(count, 'organization')

/** '42 devices in 12 organizations'. */
export const reachText = ({ devices, organizations }: Reach) =>
  devices === 0 ? 'No devices' : `${countOf(devices, 'device')} in ${organizationsText(organizations)}`

export const emailsText = ({ administrators }: VersionImpact) =>
  `${countOf(administrators, 'administrator')} notified, no customers`

type Offer = Pick<Version, 'version' | 'rolloutPercent'>

export function offerText({ version, rolloutPercent }: Offer, older: Reach) {
  if (!isComparable(version) || older.devices === 0) return 'No devices'
  if (rolloutPercent === 100) return reachText(older)
  return `About ${Math.round((older.devices * rolloutPercent) / 100).toLocaleString('en-US')} of ${reachText(older)}`
}

export const Warning = ({ children }: { children: ReactNode }) => <Alert tone="warning">{children}</Alert>
