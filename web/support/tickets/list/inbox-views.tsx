import { clsx } from 'clsx'
import { Bookmark, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import type { SavedView } from '#contract/support/inbox.ts'
import { changedSearch } from '#web/app/url-state.ts'
import { useInboxCounts, useSavedViews } from '#web/support/inbox/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { showInStrip } from '#web/ui/page/strip.ts'
import { InboxView, NO_FILTER, paramsOf, useInboxQuery } from './ticket-filter.ts'

const RemoveViewDialog = onDemand(async () => (await import('./remove-view-dialog.tsx')).RemoveViewDialog)
const SaveViewDialog = onDemand(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog)

export const viewNames: Record<InboxView, string> = {
  'needs-answer': 'Needs an answer',
  mine: 'Mine',
  unassigned: 'Unassigned',
  late: 'Late',
  waiting: 'Waiting > 3 days',
  snoozed: 'Snoozed',
  all: 'All',
}

/** A column on wide screens, else a strip that scrolls sideways. */
export const InboxViews = () => (
  <nav aria-label="Views" className="min-w-0 xl:w-44">
    <ul className="flex gap-1 max-xl:overflow-x-auto max-xl:pb-1 xl:grid">
      {InboxView.options.map((view) => (
        <StandardView key={view} view={view} />
      ))}
      <SavedViews />
    </ul>
    <SaveButton />
  </nav>
)

function StandardView({ view }: { view: InboxView }) {
  const { data } = useInboxCounts()
  const search = useSearch()
  const shown = useInboxQuery()
  const { data: saved = [] } = useSavedViews()
  const isShown = shown.view === view && !isSaved(shown, saved)
  return (
    <ViewLink href={changedSearch(search, paramsOf(view)) || '?'} isShown={isShown} count={data?.[view]}>
      {viewNames[view]}
    </ViewLink>
  )
}

type LinkProps = { href: string; isShown: boolean; count?: number | undefined; children: ReactNode }

function ViewLink({ href, isShown, count, children }: LinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const isCounted = count !== undefined
  useLayoutEffect(() => {
    if (isShown) showInStrip(link.current)
  }, [isShown, isCounted])
  return (
    <li className="shrink-0">
      <Link
        ref={link}
        href={href}
        aria-current={isShown ? 'page' : undefined}
        className={clsx(
          'flex h-8 items-center justify-between gap-2 rounded-md px-2.5 font-medium whitespace-nowrap max-sm:h-10',
          isShown ? 'bg-accent-soft text-accent' : 'text-neutral-fg hover:bg-neutral-bg',
        )}
      >
        <span className="truncate">{children}</span>
        {isCounted && <span className="text-[13px] font-normal tabular-nums">{count.toLocaleString('en-US')}</span>}
      </Link>
    </li>
  )
}

type InboxQuery = ReturnType<typeof useInboxQuery>

const asText = (filter: SavedView['filter']) => {
  const given: Record<string, string | undefined> = filter
  return Object.keys(given)
    .filter((name) => given[name])
    .toSorted((one, other) => one.localeCompare(other))
    .map((name) => `${name}=${given[name]}`)
    .join('&')
}

const savedFilterOf = ({ filter, sort }: InboxQuery) => ({ ...filter, sort })

const isSaved = (shown: InboxQuery, saved: SavedView[]) =>
  saved.some(({ filter }) => asText(filter) === asText(savedFilterOf(shown)))

function SavedViews() {
  const { data = [] } = useSavedViews()
  const search = useSearch()
  const shown = useInboxQuery()
  const [removed, remove] = useState<SavedView>()
  return (
    <>
      {data.map((saved) => (
        <div key={saved.id} className="group relative shrink-0">
          <ViewLink
            href={changedSearch(search, { ...NO_FILTER, view: 'all', sort: null, ...saved.filter })}
            isShown={asText(saved.filter) === asText(savedFilterOf(shown))}
          >
            <span className="pr-6">{saved.name}</span>
          </ViewLink>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Delete view ${saved.name}`}
            {...intent(RemoveViewDialog)}
            onClick={() => remove(saved)}
            className="absolute top-0 right-0 text-fg2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      {removed && <RemoveViewDialog view={removed} onClose={() => remove(undefined)} />}
    </>
  )
}

/** Shown when a filter or another order is chosen that is not saved yet. */
function SaveButton() {
  const [isOpen, setOpen] = useState(false)
  const shown = useInboxQuery()
  const { data = [] } = useSavedViews()
  if (!isOpen && (!shown.isNarrowed || isSaved(shown, data))) return null
  return (
    <>
      <Button variant="ghost" size="small" {...intent(SaveViewDialog)} onClick={() => setOpen(true)} className="mt-1">
        <Bookmark aria-hidden />
        Save view
      </Button>
      {isOpen && <SaveViewDialog filter={savedFilterOf(shown)} onClose={() => setOpen(false)} />}
    </>
  )
}
