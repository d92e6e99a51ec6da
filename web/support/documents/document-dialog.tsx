import { clsx } from 'clsx'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { Document } from '#contract/support/documents.ts'
import { isNotFound } from '#web/app/api/api-error.ts'
import { links } from '#web/app/links.ts'
import { setUrl } from '#web/app/url-state.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Markdown } from '#web/ui/text/markdown.tsx'
import { useDocument } from './api.ts'
import { DocumentTags, TypeBadge } from './document-badges.tsx'
import { DocumentComments, DocumentFeedback, type UnsentComments } from './document-feedback.tsx'
import type { Neighbors } from './list/document-groups.ts'

type Props = { id: string; neighbors?: Neighbors; onClose: () => void }

export function DocumentDialog({ id, neighbors, onClose }: Props) {
  const query = useDocument(id)
  const [unsent] = useState<UnsentComments>(() => new Map())
  return (
    <Dialog size="reading" title={query.data?.title ?? 'Documentation'} onClose={onClose}>
      <div className="min-h-[min(24rem,50dvh)] shrink-0">
        {isNotFound(query.error) ? (
          <Empty icon={FileX}>This document doesn’t exist or is no longer published.</Empty>
        ) : (
          <Loaded query={query} failure={notLoaded('the document')} skeleton={<SkeletonRows rows={12} />}>
            {(document) => <Article key={document.id} document={document} neighbors={neighbors} unsent={unsent} />}
          </Loaded>
        )}
      </div>
    </Dialog>
  )
}

type ArticleProps = { document: Document; neighbors: Neighbors | undefined; unsent: UnsentComments }

const Article = ({ document, neighbors = {}, unsent }: ArticleProps) => (
  <article ref={startAtTop} className="grid gap-4">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b pb-3 text-[13px] text-fg2">
      <TypeBadge type={document.type} />
      {!document.published && <Badge tone="warning">Draft</Badge>}
      <DocumentTags tags={document.tags} />
      <Written word="Created" value={document.createdAt} />
      <Written word="Updated" value={document.updatedAt} />
      <CopyButton
        value={new URL(links.document(document.id), location.origin).href}
        label="Copy link"
        onCopied={() => showCopied('Link')}
        onFailed={showCopyFailed}
      />
    </div>
    <Markdown text={document.content} hasAnchors />
    <DocumentFeedback id={document.id} unsent={unsent} />
    {useIsStaff() && <DocumentComments id={document.id} />}
    <OtherDocuments {...neighbors} />
  </article>
)

/** A ref: the next document starts at its top, in the dialog of the previous one. */
const startAtTop = (article: HTMLElement | null) => article?.closest('[role=dialog]')?.scrollTo({ top: 0 })

const OtherDocuments = ({ previous, next }: Neighbors) =>
  (previous ?? next) && (
    <nav aria-label="Other documents" className="grid gap-3 border-t pt-4 sm:grid-cols-2">
      {previous && <OtherDocument word="Previous" document={previous} />}
      {next && <OtherDocument word="Next" document={next} />}
    </nav>
  )

const OtherDocument = ({ word, document: { id, title } }: { word: 'Previous' | 'Next'; document: Document }) => (
  <Button
    onClick={() => setUrl({ document: id })}
    className={clsx('h-auto! py-2 whitespace-normal!', word === 'Next' ? 'text-right sm:col-start-2' : 'text-left')}
  >
    <span className="min-w-0 flex-1">
      <span className="block text-xs text-fg2">{word}</span> {title}
    </span>
  </Button>
)

const Written = ({ word, value }: { word: string; value: string }) => (
  <span>
    {word} <DateText value={value} format={formatDate} full={formatInstant} />
  </span>
)
