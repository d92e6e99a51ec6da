import { clsx } from 'clsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useDocumentPages } from '../api.ts'
import { useDocumentFilter } from '../document-filter.ts'
import { groupsOf, neighborsOf } from './document-groups.ts'
import { DocumentIndex } from './document-index.tsx'
import { DocumentList } from './document-list.tsx'
import { DocumentTools } from './document-tools.tsx'

const DocumentDialog = onDemand(async () => (await import('../document-dialog.tsx')).DocumentDialog)

export function DocumentationTab() {
  const filter = useDocumentFilter()
  const pages = useDocumentPages(filter)
  const [readId] = useUrlState('document')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <DocumentTools filter={filter} />
      <Loaded query={pages} failure={notLoaded('the documentation')} skeleton={<Skeleton className="h-96" />}>
        {({ rows }) => {
          const groups = groupsOf(rows, { isSearch: Boolean(filter.search) })
          return (
            <div
              aria-busy={pages.isPlaceholderData}
              className={clsx(
                'grid grid-cols-[minmax(0,1fr)] gap-6',
                !filter.search && 'lg:grid-cols-[15rem_minmax(0,1fr)]',
                pages.isPlaceholderData && 'opacity-60',
              )}
            >
              {!filter.search && rows.length > 0 && <DocumentIndex groups={groups} readId={readId} />}
              <div className={clsx('grid min-w-0 content-start gap-6', rows.length === 0 && 'col-span-full')}>
                <DocumentList documents={rows} groups={groups} pages={pages} filter={filter} />
              </div>
            </div>
          )
        }}
      </Loaded>
      {readId && (
        <DocumentDialog
          id={readId}
          neighbors={neighborsOf(groupsOf(pages.data?.rows ?? [], { isSearch: Boolean(filter.search) }), readId)}
          onClose={() => setUrl({ document: null })}
        />
      )}
    </div>
  )
}
