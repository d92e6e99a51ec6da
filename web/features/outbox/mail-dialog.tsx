import { formatDateTime } from '#contract/dates.ts'
import type { Mail } from '#contract/outbox.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { LetterFrame } from './letter-frame.tsx'
import { mailBadge } from './mail-badge.ts'

export function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const [view, setView] = useUrlState('view', { fallback: 'html' })
  const views = [
    { value: 'html', label: 'HTML', content: <LetterFrame title={mail.subject} html={mail.html} /> },
    { value: 'text', label: 'Text', content: <PlainText text={mail.text} /> },
  ]
  return (
    <Dialog title={mail.subject} description={`To ${mail.to}`} size="wide" onClose={onClose}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3 text-[13px] text-fg2">
          <Badge {...mailBadge(mail.status)} />
          <span>Written {formatDateTime(mail.createdAt)}</span>
          {mail.sentAt && <span>Sent {formatDateTime(mail.sentAt)}</span>}
        </div>
        {mail.lastError && (
          <Alert tone="warning" title={`Attempt ${mail.attempts} failed`}>
            {mail.lastError}
          </Alert>
        )}
        <Tabs label="View" tabs={views} value={view} onChange={setView} />
      </div>
    </Dialog>
  )
}

const PlainText = ({ text }: { text: string }) => (
  <pre className="min-h-96 rounded-lg border bg-sunken p-5 font-mono text-[13px] break-words whitespace-pre-wrap">
    {text}
  </pre>
)
