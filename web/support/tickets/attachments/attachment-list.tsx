import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { formatSize } from '#contract/quantities.ts'
import { attachments as endpoints, type Attachment } from '#contract/support/attachments.ts'
import { pathOf } from '#web/app/api/call.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

const AttachmentView = onDemand(async () => (await import('./attachment-view.tsx')).AttachmentView)

type Props = { ticketId: string; attachments: readonly Attachment[] }

/** Pictures are shown, small, and large when pressed; everything else is only saved. */
export function AttachmentList({ ticketId, attachments }: Props) {
  const [opened, open] = useState<Attachment | null>(null)
  if (attachments.length === 0) return null
  return (
    <>
      <ul aria-label="Attachments" className="flex flex-wrap gap-2">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="min-w-0">
            {attachment.isImage ? (
              <Thumbnail src={viewOf(ticketId, attachment)} attachment={attachment} onOpen={() => open(attachment)} />
            ) : (
              <FileLink href={fileOf(ticketId, attachment)} attachment={attachment} />
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <AttachmentView
          attachment={opened}
          src={viewOf(ticketId, opened)}
          href={fileOf(ticketId, opened)}
          onClose={() => open(null)}
        />
      )}
    </>
  )
}

const fileOf = (id: string, { id: attachmentId }: Attachment, query = {}) =>
  pathOf(endpoints.file.url, { params: { id, attachmentId }, query })

const viewOf = (id: string, attachment: Attachment) => fileOf(id, attachment, { view: '1' })

type OneProps = { attachment: Attachment }

const Thumbnail = ({ src, attachment, onOpen }: OneProps & { src: string; onOpen: () => void }) => (
  <Button
    aria-label={`Show ${attachment.fileName}`}
    title={attachment.fileName}
    onClick={onOpen}
    className="size-20 overflow-hidden p-0"
  >
    <img src={src} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
  </Button>
)

const FileLink = ({ href, attachment: { fileName, size } }: OneProps & { href: string }) => (
  <a href={href} download={fileName} title={fileName} className={buttonClass({ size: 'small' }, 'max-w-full')}>
    <FileText aria-hidden />
    <span className="max-w-52 min-w-0 truncate">{fileName}</span>
    <span className="text-fg2">{formatSize(size)}</span>
    <Download aria-hidden className="text-fg2" />
    <span className="sr-only">download</span>
  </a>
)
