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
