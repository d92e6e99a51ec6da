import { useId } from 'react'
import type { FoundDocument } from '#contract/support/documents.ts'
import { DocumentCard, type OnOpen } from './document-card.tsx'

type Props = { title: string; documents: FoundDocument[]; onOpen: OnOpen }

/** One group of documents. */
export function DocumentCards({ title, documents, onOpen }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-[15px] leading-6 font-semibold">
        {title}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {documents.map((document) => (
          <li key={document.id} className="grid min-w-0">
            <DocumentCard document={document} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}
