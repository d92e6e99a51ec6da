import type { ReactNode } from 'react'
import { formatDate, formatDateTime, formatInstant } from '#contract/dates.ts'
import type { DeviceActivity } from '#contract/licensing/device-activity.ts'
import type { License } from '#contract/licensing/licenses.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useActivity, useMoves } from '../api.ts'
import { isOffline } from '../license-filter.ts'
import { CheckInDays } from './check-in-days.tsx'
import { Section } from './section.tsx'

type Props = { license: License }

export function DeviceSection({ license }: Props) {
  const activity = useActivity(license.id)
  return (
    <Section title="Device">
      {license.deviceFingerprint === null ? (
        <p className="text-fg2">
          No device.{license.status === 'unassigned' && ' The first device that activates the key gets the license.'}
        </p>
      ) : (
        <Loaded query={activity} failure={notLoaded('the device’s check-ins')}>
          {(data) => <Device license={license} activity={data} />}
        </Loaded>
      )}
      <Transfers id={license.id} />
    </Section>
  )
}

function Device({ license, activity }: Props & { activity: DeviceActivity }) {
  const { deviceName, deviceOs, deviceFingerprint, lastCheckIn, offlineUntil } = license
  const { activatedAt, appVersion, versions } = activity
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact label="Name">{deviceName ?? 'Not activated'}</Fact>
        <Fact label="Operating system">{deviceOs ?? '—'}</Fact>
        <Fact label="Device UUID" className="col-span-2">
          <span className="flex items-center gap-1">
            <code className="font-mono text-[13px] break-all">{deviceFingerprint}</code>
            <CopyButton
              value={deviceFingerprint ?? ''}
              label="Copy UUID"
              onCopied={() => showCopied('UUID')}
              onFailed={showCopyFailed}
            />
          </span>
        </Fact>
        <Fact label="Activated">
          <DateText value={activatedAt} format={formatDate} full={formatInstant} absent="—" />
        </Fact>
        <Fact label="Last check-in">
          <DateText value={lastCheckIn} format={formatDateTime} full={formatInstant} absent="Never" />
        </Fact>
        {offlineUntil && (
          <Fact label={isOffline(license) ? 'Offline until' : 'Offline file ended'}>
            <DateText value={offlineUntil} format={formatDate} full={formatInstant} />
          </Fact>
        )}
        <Fact label="Version">{appVersion ?? 'Unknown'}</Fact>
      </dl>
      {lastCheckIn && <CheckInDays days={activity.days} />}
      {versions.length > 1 && <Versions versions={versions} />}
    </>
  )
}

const Versions = ({ versions }: Pick<DeviceActivity, 'versions'>) => (
  <Labelled label="Versions seen">
    <ul className="grid gap-1 text-[13px]">
      {versions.map(({ version, since }) => (
        <li key={since + version} className="flex justify-between gap-3">
          <span className="font-medium">{version}</span>
          <span className="text-fg2">
            since <DateText value={since} format={formatDate} full={formatInstant} />
          </span>
        </li>
      ))}
    </ul>
  </Labelled>
)

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <p className="text-[13px] text-fg2">{label}</p>
    {children}
  </div>
)

function Transfers({ id }: { id: string }) {
  const { data, isPending } = useMoves(id)
  if (isPending) return <Skeleton className="h-5" />
  if (!data) return null
  return (
    <p className="text-[13px] text-fg2">
      {data.used} of {data.limit} moves to another device used. A move counts for {MOVES.days} days.
    </p>
  )
}
