import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Document } from '#contract/support/documents.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { useSuggestions } from './api.ts'

const DocumentDialog = onDemand(async () => (await import('./document-dialog.tsx')).DocumentDialog)

/** A pause in typing, in milliseconds. */
const PAUSE = 400
/** Shorter text is not searched. */
const SHORTEST = 4
const LONGEST = 200

/** `onOpen` is called when a document is opened, for example to stop suggesting. */
type Props = { question: string; onOpen?: (id: string) => void }

/** Documents that may answer a question. They open above its form, which keeps the text. */
export function DocumentSuggestions({ question, onOpen }: Props) {
  const asked = useSettled(question.trim().slice(0, LONGEST))
  const { data = [] } = useSuggestions(asked.length < SHORTEST ? '' : asked)
  const [openId, setOpenId] = useState<string | null>(null)
  const suggested = question.trim().length < SHORTEST ? [] : data

  const open = (id: string) => {
    setOpenId(id)
    onOpen?.(id)
  }

  return (
    <div aria-live="polite">
      {suggested.length > 0 && <Suggestions documents={suggested} onOpen={open} />}
      {openId && <DocumentDialog id={openId} onClose={() => setOpenId(null)} />}
    </div>
  )
}

type ListProps = { documents: Pick<Document, 'id' | 'title'>[]; onOpen: (id: string) => void }

const Suggestions = ({ documents, onOpen }: ListProps) => (
  <section aria-label="Suggested documentation" className="rounded-lg border bg-sunken px-3 py-2">
    <p className="text-[13px] text-fg2">These may answer your question:</p>
    <ul>
      {documents.map(({ id, title }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="flex min-h-8 w-full items-center gap-2 text-left font-medium text-accent hover:underline max-sm:min-h-10"
          >
            <FileText aria-hidden className="size-4 shrink-0" />
            <span className="min-w-0">{title}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
)

/** The value, debounced. */
function useSettled(value: string) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), PAUSE)
    return () => window.clearTimeout(timer)
  }, [value])
  return settled
}
