import { FileX } from 'lucide-react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { Document } from '#contract/support/documents.ts'
import { isNotFound } from '#web/app/api/api-error.ts'
import { links } from '#web/app/links.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Markdown } from '#web/ui/text/markdown.tsx'
import { useDocument } from './api.ts'
import { DocumentTags, TypeBadge } from './document-badges.tsx'

type Props = { id: string; onClose: () => void }

/** A document, opened by ?document=ID or above a form. */
export function DocumentDialog({ id, onClose }: Props) {
  const query = useDocument(id)
  return (
    <Dialog size="reading" title={query.data?.title ?? 'Documentation'} onClose={onClose}>
      <div className="min-h-[min(24rem,50dvh)]">
        {isNotFound(query.error) ? (
          <Empty icon={FileX}>This document doesn’t exist or is no longer published.</Empty>
        ) : (
          <Loaded query={query} failure="Failed to load the document. Please try again.">
            {(document) => <Article document={document} />}
          </Loaded>
        )}
      </div>
    </Dialog>
  )
}

const Article = ({ document }: { document: Document }) => (
  <article className="grid gap-4">
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
    <Markdown text={document.content} />
  </article>
)

const Written = ({ word, value }: { word: string; value: string }) => (
  <span>
    {word} <DateText value={value} format={formatDate} full={formatInstant} />
  </span>
)
