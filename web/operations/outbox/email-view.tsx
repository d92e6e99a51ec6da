import type { SyntheticEvent } from 'react'
import { useUrlState } from '#web/app/url-state.ts'
import { Tabs } from '#web/ui/page/tabs.tsx'

type Email = { subject: string; text: string; html: string }

/** An email as a page and as plain text: which one its reader sees depends on the mail program. */
export function EmailView({ subject, text, html }: Email) {
  const [view, setView] = useUrlState('view', { fallback: 'html' })
  const views = [
    { value: 'html', label: 'HTML', content: <EmailFrame key={html} title={subject} html={html} /> },
    { value: 'text', label: 'Text', content: <PlainText text={text} /> },
  ]
  return <Tabs label="View" tabs={views} value={view} onChange={setView} />
}

const PlainText = ({ text }: { text: string }) => (
  <pre className="min-h-96 rounded-lg border bg-sunken p-5 font-mono text-[13px] break-words whitespace-pre-wrap">
    {text}
  </pre>
)

/**
 * The email as its reader sees it, in a frame that runs no script. An email brings its looks in style attributes, which the
 * portal's content security policy refuses in markup; set on the parsed elements they are allowed.
 */
const EmailFrame = ({ title, html }: { title: string; html: string }) => (
  <iframe
    title={title}
    sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    srcDoc={html.replaceAll(' style="', ' data-style="')}
    onLoad={dress}
    className="min-h-96 w-full rounded-lg border bg-white"
  />
)

function dress({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const page = frame.contentDocument
  if (!page) return
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
  for (const link of page.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener'
  }
  const passOn = ({ key }: KeyboardEvent) =>
    key === 'Escape' && frame.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  page.addEventListener('keydown', passOn)
  frame.style.height = `${page.documentElement.scrollHeight + 2}px`
}
