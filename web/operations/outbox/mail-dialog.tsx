import { Paperclip } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import { refusalToResend, type Mail } from '#contract/operations/outbox.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { EmailView } from './email-view.tsx'
import { mailBadge } from './mail-badge.ts'
import { ResendButton } from './resend-button.tsx'

export const MailDialog = ({ mail, onClose }: { mail: Mail; onClose: () => void }) => (
  <Dialog title={mail.subject} description={`To ${mail.to}`} size="wide" onClose={onClose}>
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3 text-[13px] text-fg2">
        <Badge {...mailBadge(mail.status)} />
        <span>Written {formatDateTime(mail.createdAt)}</span>
        {mail.sentAt && <span>Sent {formatDateTime(mail.sentAt)}</span>}
        {mail.attachment && (
          <a
            href={mail.attachment.url}
            className="inline-flex items-center gap-1 font-medium text-accent underline-offset-4 hover:underline"
          >
            <Paperclip aria-hidden className="size-3.5" />
            {mail.attachment.fileName}
          </a>
        )}
        {!refusalToResend(mail) && <ResendButton mail={mail} />}
      </div>
      {mail.queuedBecause && <Alert>{mail.queuedBecause}</Alert>}
      {mail.lastError && (
        <Alert tone="warning" title={`Attempt ${mail.attempts} failed`}>
          {mail.lastError}
        </Alert>
      )}
      <EmailView {...mail} />
    </div>
  </Dialog>
)
