import { useUrlState } from '#web/app/url-state.ts'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { LetterFrame } from './letter-frame.tsx'

type Letter = { subject: string; text: string; html: string }

/** A letter as a page and as plain text: which one its reader sees depends on the mail program. */
export function LetterView({ subject, text, html }: Letter) {
  const [view, setView] = useUrlState('view', { fallback: 'html' })
  const views = [
    { value: 'html', label: 'HTML', content: <LetterFrame key={html} title={subject} html={html} /> },
    { value: 'text', label: 'Text', content: <PlainText text={text} /> },
  ]
  return <Tabs label="View" tabs={views} value={view} onChange={setView} />
}

const PlainText = ({ text }: { text: string }) => (
  <pre className="min-h-96 rounded-lg border bg-sunken p-5 font-mono text-[13px] break-words whitespace-pre-wrap">
    {text}
  </pre>
)
