import { Trash2 } from 'lucide-react'
import { useId, Fragment } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { MARK, type Document, type FoundDocument } from '#contract/support/documents.ts'
import { plainText } from '#contract/support/plain-text.ts'
import { basedOn } from '#web/app/api/changed-values.ts'
import { setUrl } from '#web/app/url-state.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { usePublishDocument } from '../api.ts'
import { TypeBadge, DocumentTags } from '../document-badges.tsx'

export type OnOpen = (opened: { action: 'edit' | 'delete'; document: Document }) => void

type Props = { document: FoundDocument; onOpen: OnOpen }

export function DocumentCard({ document, onOpen }: Props) {
  const id = useId()
  return (
    <article aria-labelledby={id} className="flex min-w-0 flex-col gap-3 rounded-xl border bg-card p-4 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
        <h3 id={id} className="min-w-0 flex-[1_1_8rem] leading-5.5 font-semibold">
          {document.title}
        </h3>
        <TypeBadge type={document.type} />
        {!document.published && <Badge tone="warning">Draft</Badge>}
      </div>
      <p className="flex-1 text-[13px] text-fg2">
        {document.excerpt ? <Highlighted text={document.excerpt} /> : previewOf(document.content)}
      </p>
      <DocumentTags tags={document.tags} onChoose={(tag) => setUrl({ tag })} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-[13px] text-fg2">
          Updated <DateText value={document.updatedAt} format={formatDate} full={formatInstant} />
          {document.feedback && <FeedbackCounts {...document.feedback} />}
        </span>
        <Actions document={document} titleId={id} onOpen={onOpen} />
      </div>
    </article>
  )
}

const FeedbackCounts = ({ helpful, unhelpful }: NonNullable<FoundDocument['feedback']>) => (
  <span className="block">
    {helpful + unhelpful === 0 ? 'No feedback yet' : `Helpful ${helpful} · Not helpful ${unhelpful}`}
  </span>
)

const Actions = ({ document, titleId, onOpen }: Props & { titleId: string }) => (
  <div className="ml-auto flex flex-wrap justify-end gap-2">
    <Button
      size="small"
      aria-describedby={titleId}
      onClick={() => setUrl({ document: document.id }, { replace: false })}
    >
      View
    </Button>
    {useIsStaff() && (
      <>
        <Button size="small" aria-describedby={titleId} onClick={() => onOpen({ action: 'edit', document })}>
          Edit
        </Button>
        {!document.published && <PublishButton document={document} titleId={titleId} />}
        <Button
          size="icon"
          variant="ghost"
          aria-label={`Delete ${document.title}`}
          title="Delete"
          onClick={() => onOpen({ action: 'delete', document })}
        >
          <Trash2 aria-hidden />
        </Button>
      </>
    )}
  </div>
)

function PublishButton({ document, titleId }: { document: Document; titleId: string }) {
  const { mutate, isPending } = usePublishDocument()
  const publish = () =>
    mutate({ ...basedOn(document), body: { published: true } }, (published) => ({
      ...basedOn(published),
      body: { published: false },
    }))
  return (
    <Button size="small" variant="primary" aria-describedby={titleId} isPending={isPending} onClick={publish}>
      {isPending ? 'Publishing…' : 'Publish'}
    </Button>
  )
}

/** Search text with its matches highlighted. */
const Highlighted = ({ text }: { text: string }) =>
  text.split(MARK.start).map((part, place) => {
    const [found = '', ...after] = place === 0 ? ['', part] : part.split(MARK.end)
    return (
      // The parts have no identity but their position, and no state.
      <Fragment key={place}>
        {found && <mark className="rounded-sm bg-warning-bg px-0.5 text-warning-fg">{found}</mark>}
        {after.join('')}
      </Fragment>
    )
  })

const CHARACTERS = 150

/** Enough Markdown to leave that many characters without its syntax. */
const LOOKED_AT = 20 * CHARACTERS

/** The first characters of what a document says. */
export function previewOf(content: string) {
  const text = plainText(content.slice(0, LOOKED_AT))
  const characters = Array.from(text.slice(0, 2 * CHARACTERS + 2))
  return characters.length > CHARACTERS ? `${characters.slice(0, CHARACTERS).join('')}…` : text
}
