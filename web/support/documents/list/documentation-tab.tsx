import { clsx } from 'clsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useDocumentPages } from '../api.ts'
import { useDocumentFilter } from '../document-filter.ts'
import { DocumentList } from './document-list.tsx'
import { DocumentTools } from './document-tools.tsx'

const DocumentDialog = onDemand(async () => (await import('../document-dialog.tsx')).DocumentDialog)

export function DocumentationTab() {
  const filter = useDocumentFilter()
  const pages = useDocumentPages(filter)
  const [readId] = useUrlState('document')
  return (
    <div className="grid gap-5">
      <DocumentTools filter={filter} />
      <Loaded
        query={pages}
        failure="Failed to load the documentation. Please try again."
        skeleton={<Skeleton className="h-96" />}
      >
        {({ rows }) => (
          <div
            aria-busy={pages.isPlaceholderData}
            className={clsx('grid gap-6', pages.isPlaceholderData && 'opacity-60')}
          >
            <DocumentList documents={rows} pages={pages} filter={filter} />
          </div>
        )}
      </Loaded>
      {readId && <DocumentDialog key={readId} id={readId} onClose={() => setUrl({ document: null })} />}
    </div>
  )
}
