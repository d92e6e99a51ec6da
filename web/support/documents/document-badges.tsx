import { DocumentType } from '#contract/support/documents.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const looks: Record<DocumentType, { tone: Tone; word: string }> = {
  doc: { tone: 'info', word: 'doc' },
  faq: { tone: 'accent', word: 'FAQ' },
  guide: { tone: 'neutral', word: 'guide' },
  policy: { tone: 'neutral', word: 'policy' },
  tutorial: { tone: 'violet', word: 'tutorial' },
}

export const TypeBadge = ({ type }: { type: DocumentType }) => (
  <Badge tone={looks[type].tone}>
    <span className="capitalize">{looks[type].word}</span>
  </Badge>
)

/** 'FAQ', 'Tutorial' */
export const typeLabel = (type: DocumentType) => looks[type].word.replace(/^./, (letter) => letter.toUpperCase())

export const typeOptions = DocumentType.options.map((type) => ({ value: type, label: typeLabel(type) }))

const LOOK = 'block max-w-full truncate rounded-full bg-neutral-bg px-2 py-0.5 text-xs text-neutral-fg'

type Props = { tags: readonly string[]; onChoose?: (tag: string) => void }

export const DocumentTags = ({ tags, onChoose }: Props) =>
  tags.length > 0 && (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full min-w-0">
          {onChoose ? (
            <button
              type="button"
              title={`Documents tagged ${tag}`}
              onClick={() => onChoose(tag)}
              className={`${LOOK} min-h-6 hover:text-fg`}
            >
              {tag}
            </button>
          ) : (
            <span className={LOOK}>{tag}</span>
          )}
        </li>
      ))}
    </ul>
  )
