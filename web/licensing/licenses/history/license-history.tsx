import { Cpu, Monitor, User, type LucideIcon } from 'lucide-react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import type { LicenseEvent } from '#contract/licensing/history.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useLicense, useLicenseHistory, LICENSE_NOT_LOADED } from '../api.ts'
import { changeSentence, eventSentence } from './history-sentences.ts'

type Props = { id: string; onClose: () => void }

export function LicenseHistory({ id, onClose }: Props) {
  const license = useLicense(id)
  return (
    <Dialog
      side="right"
      title={license.data ? `History of ${license.data.label}` : 'License history'}
      description="Who changed what and when."
      onClose={onClose}
    >
      <Loaded query={license} failure={LICENSE_NOT_LOADED}>
        {() => <LicenseEvents id={id} />}
      </Loaded>
    </Dialog>
  )
}

export function LicenseEvents({ id }: Pick<Props, 'id'>) {
  const history = useLicenseHistory(id)
  return (
    <Loaded query={history} failure={notLoaded('the history')} empty={<p className="text-fg2">No changes yet.</p>}>
      {(events) => (
        <>
          <ol aria-label="Events" className="grid gap-5">
            {events.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ol>
          {history.hasNextPage && (
            <Button className="mt-5" isPending={history.isFetching} onClick={() => void history.fetchNextPage()}>
              {history.isFetchingNextPage ? 'Loading…' : 'Load more'}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

const icons: Record<LicenseEvent['actor'], LucideIcon> = { user: User, device: Monitor, system: Cpu, anonymous: User }

function Event({ event }: { event: LicenseEvent }) {
  const Icon = icons[event.actor]
  return (
    <li className="flex gap-3">
      <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-neutral-bg text-fg2">
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{eventSentence(event)}</p>
        <p className="text-[13px] text-fg2">
          <DateText value={event.at} format={formatDateTime} full={formatInstant} />
          {event.ip && ` from ${event.ip}`}
        </p>
        {event.changes.length > 0 && (
          <ul className="mt-1.5 grid gap-1 rounded-md border bg-sunken px-3 py-2 text-[13px] wrap-anywhere">
            {event.changes.map((change) => (
              <li key={change.field}>{changeSentence(change)}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
