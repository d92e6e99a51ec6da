import { clsx } from 'clsx'
import { History } from 'lucide-react'
import { Link } from 'wouter'
import { formatInstant, formatLongDate, formatTime } from '#contract/dates.ts'
import type { TimelineEntry } from '#contract/operations/timeline.ts'
import { links } from '#web/app/links.ts'
import { setUrl } from '#web/app/url-state.ts'
import { NO_EVENTS } from '#web/app/words/no-events.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Empty, EmptyPlace } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useTimeline, useTimelineFilter } from './api.ts'
import { detailText, eventText, kindLooks, kindOptions, linkOf } from './timeline-words.ts'

export function TimelineTab({ id }: { id: string }) {
  const filter = useTimelineFilter()
  const pages = useTimeline(id, filter)
  return (
    <Card title="Timeline" flush actions={<KindSelect value={filter.kind} />}>
      <Loaded query={pages} failure={notLoaded('the timeline')}>
        {({ rows }) => (
          <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
            {filter.from && <Start isFound={rows[0]?.id === filter.from} />}
            <EmptyPlace>
              {rows.length === 0 && !pages.isPlaceholderData && <Empty icon={History}>{emptyText(filter)}</Empty>}
            </EmptyPlace>
            {rows.length > 0 && <Days id={id} rows={rows} />}
            {pages.hasNextPage && (
              <div className="flex justify-center border-t p-3">
                <Button size="small" isPending={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
                  {pages.isFetchingNextPage ? 'Loading more…' : 'Load more'}
                </Button>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

const emptyText = ({ kind, from }: ReturnType<typeof useTimelineFilter>) => {
  if (from) return 'Nothing is recorded before it.'
  return kind ? 'Nothing of this kind is recorded.' : NO_EVENTS
}

const KindSelect = ({ value = '' }: { value: string | undefined }) => (
  <Select
    aria-label="Show"
    options={kindOptions}
    value={value}
    onChange={(change) => setUrl({ kind: change.target.value, event: null })}
    className="w-full sm:w-52"
  />
)

const Start = ({ isFound }: { isFound: boolean }) => (
  <div className="px-5 pb-3">
    <Alert
      action={
        <Button size="small" onClick={() => setUrl({ event: null })}>
          Show newest
        </Button>
      }
    >
      {isFound ? 'The timeline starts with one entry.' : 'This entry no longer exists. The timeline starts before it.'}
    </Alert>
  </div>
)

/** Each day of the reader's time zone has its heading. */
const Days = ({ id, rows }: { id: string; rows: TimelineEntry[] }) => (
  <div className="border-t">
    {[...Map.groupBy(rows, ({ at }) => formatLongDate(at))].map(([day, entries]) => (
      <section key={day} aria-label={day}>
        <h3 className="bg-sunken px-5 py-1.5 text-xs font-medium text-fg2">{day}</h3>
        <ol className="divide-y">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} customerId={id} />
          ))}
        </ol>
      </section>
    ))}
  </div>
)

type EntryProps = { entry: TimelineEntry; customerId: string }

function Entry({ entry, customerId }: EntryProps) {
  const { Icon } = kindLooks[entry.kind]
  const { from } = useTimelineFilter()
  const { actorName, amount, outcome, id, at } = entry
  const actor = actorName === entry.subject?.name ? null : actorName
  const facts = [detailText(entry), amount && `R${amount}`, actor && `by ${actor}`].filter(Boolean)
  return (
    <li data-row className={clsx('flex items-start gap-3 px-5 py-2', from === id && 'bg-accent-soft')}>
      <Icon
        aria-hidden
        className={clsx('mt-0.5 size-4 shrink-0', outcome === 'refused' ? 'text-danger' : 'text-fg2')}
      />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{eventText(entry)}</span> <Subject entry={entry} customerId={customerId} />
        </p>
        {facts.length > 0 && <p className="text-[13px] wrap-anywhere text-fg2">{facts.join(' · ')}</p>}
      </div>
      <Link
        href={`${links.customer(customerId)}?tab=timeline&event=${id}`}
        data-open
        title={`${formatInstant(at)}: link to this entry`}
        className="text-[13px] leading-5 whitespace-nowrap text-fg2 tabular-nums hover:underline"
      >
        <time dateTime={at}>{formatTime(at)}</time>
      </Link>
    </li>
  )
}

function Subject({ entry, customerId }: EntryProps) {
  const isAdmin = useIsAdmin()
  const href = linkOf(entry, { customerId, isAdmin })
  const name = entry.subject?.name ?? (href && 'Open')
  if (!name) return null
  if (!href) return <span className="text-fg2">{name}</span>
  return (
    <Link href={href} className="text-accent underline-offset-4 hover:underline">
      {name}
    </Link>
  )
}
