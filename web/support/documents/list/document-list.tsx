import { FileText, SearchX } from 'lucide-react'
import { useState, useId, type ComponentProps } from 'react'
import { countOf } from '#contract/quantities.ts'
import type { FoundDocument } from '#contract/support/documents.ts'
import { PagedFooter } from '#web/app/lists/paged-footer.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty, EmptyPlace } from '#web/ui/feedback/empty.tsx'
import { NO_FILTER, type DocumentFilter } from '../document-filter.ts'
import { DocumentCard, type OnOpen } from './document-card.tsx'
import type { DocumentGroup } from './document-groups.ts'

const EditDocumentDialog = onDemand(async () => (await import('../edit/document-dialogs.tsx')).EditDocumentDialog)
const DeleteDocumentDialog = onDemand(async () => (await import('../edit/document-dialogs.tsx')).DeleteDocumentDialog)

type Props = {
  documents: FoundDocument[]
  groups: DocumentGroup[]
  pages: ComponentProps<typeof PagedFooter>['pages']
  filter: DocumentFilter
}

export function DocumentList({ documents, groups, pages, filter }: Props) {
  const [opened, setOpened] = useState<Parameters<OnOpen>[0] | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <EmptyPlace>{documents.length === 0 && <Nothing isNarrowed={Object.values(filter).some(Boolean)} />}</EmptyPlace>
      {groups.map(({ title, members }) => (
        <DocumentCards key={title} title={title} documents={members} onOpen={setOpened} />
      ))}
      {documents.length > 0 && filter.search && <Found shown={documents.length} total={pages.data?.total ?? 0} />}
      {documents.length > 0 && !filter.search && (
        <PagedFooter pages={pages} count={(total) => countOf(total, 'document')} />
      )}
      {opened?.action === 'edit' && <EditDocumentDialog document={opened.document} onClose={close} />}
      {opened?.action === 'delete' && <DeleteDocumentDialog document={opened.document} onClose={close} />}
    </>
  )
}

/** A search has no further pages. */
const Found = ({ shown, total }: { shown: number; total: number }) => (
  <output>
    {shown < total
      ? `The best ${shown} of ${countOf(total, 'document')}. Add words to narrow the search.`
      : countOf(total, 'document')}
  </output>
)

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  const isStaff = useIsStaff()
  if (isNarrowed) return <NothingFound />
  return (
    <Empty icon={FileText}>
      {isStaff
        ? 'No documentation available. Create your first document to get started.'
        : 'No published documentation is currently available.'}
    </Empty>
  )
}

const NothingFound = () => (
  <Empty icon={SearchX} action={<Button onClick={() => setUrl(NO_FILTER)}>Clear search and filter</Button>}>
    No documentation found matching your search.
  </Empty>
)

type DocumentCardsProps = { title: string; documents: FoundDocument[]; onOpen: OnOpen }

function DocumentCards({ title, documents, onOpen }: DocumentCardsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-[15px] leading-6 font-semibold">
        {title}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        {documents.map((document) => (
          <li key={document.id} className="grid min-w-0">
            <DocumentCard document={document} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}
