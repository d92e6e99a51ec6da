import { clsx } from 'clsx'
import type { MouseEvent } from 'react'
import { FileText, Paperclip, RotateCw, X } from 'lucide-react'
import { formatSize } from '#contract/quantities.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ProgressBar } from '#web/ui/chart/progress-bar.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FileBox } from '#web/ui/form/file-field.tsx'
import { ACCEPTED } from './attachment-rules.ts'
import type { TrayFile } from './attachment-tray.ts'
import type { Attachments } from './use-attachments.ts'

type Props = { attachments: Attachments; isCompact?: boolean }

/** Files of a ticket or a reply. Put `attachments.dropZone` on the element around the form's fields. */
export const AttachmentsField = ({ attachments, isCompact = false }: Props) => (
  <div data-attachments className="grid min-w-0 grid-cols-1 gap-2">
    <Field
      className={clsx('grid-cols-1', isCompact && 'gap-0!')}
      name="attachments"
      label={<span className={isCompact ? 'sr-only' : ''}>Attachments (optional)</span>}
      help={!isCompact && 'Maximum file size: 10MB. Images, documents and logs are supported.'}
    >
      {(control) => (
        <FileBox {...control} multiple icon={Paperclip} accept={ACCEPTED} onPick={attachments.add}>
          <span className="text-fg2">Choose, drop or paste files</span>
        </FileBox>
      )}
    </Field>
    {attachments.notice && (
      <p role="alert" className="text-[13px] wrap-anywhere text-danger-fg">
        {attachments.notice}
      </p>
    )}
    {attachments.files.length > 0 && (
      <ul aria-label="Chosen files" className="grid gap-2">
        {attachments.files.map((attached) => (
          <FileRow key={attached.id} attached={attached} {...attachments} />
        ))}
      </ul>
    )}
  </div>
)

/** The button is about to disappear. */
const focusChooser = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest('[data-attachments]')?.querySelector('input')?.focus()

type RowProps = Pick<Attachments, 'remove' | 'retry'> & { attached: TrayFile }

const FileRow = ({ attached, remove, retry }: RowProps) => (
  <li className="flex items-center gap-3 rounded-md border p-2">
    <Thumbnail {...attached} />
    <div className="grid min-w-0 flex-1 gap-1">
      <p className="flex items-baseline gap-2">
        <span className="truncate" title={attached.file.name}>
          {attached.file.name}
        </span>
        <span className="shrink-0 text-[13px] text-fg2 tabular-nums">{formatSize(attached.file.size)}</span>
      </p>
      <UploadState {...attached} />
    </div>
    {attached.canRetry && attached.problem && (
      <Button
        size="icon"
        variant="ghost"
        aria-label={`Try ${attached.file.name} again`}
        onClick={(event) => {
          focusChooser(event)
          retry(attached)
        }}
      >
        <RotateCw aria-hidden />
      </Button>
    )}
    <Button
      size="icon"
      variant="ghost"
      aria-label={`Remove ${attached.file.name}`}
      onClick={(event) => {
        focusChooser(event)
        remove(attached)
      }}
    >
      <X aria-hidden />
    </Button>
  </li>
)

const Thumbnail = ({ preview }: Pick<TrayFile, 'preview'>) => (
  <span
    className={clsx('grid size-10 shrink-0 place-items-center overflow-hidden rounded-md', !preview && 'bg-neutral-bg')}
  >
    {preview ? (
      <img src={preview} alt="" className="size-full object-cover" />
    ) : (
      <FileText aria-hidden className="size-5 text-fg2" />
    )}
  </span>
)

function UploadState({ file, sent, isSent, problem }: TrayFile) {
  if (problem)
    return (
      <p role="alert" className="text-[13px] wrap-anywhere text-danger-fg">
        {problem}
      </p>
    )
  if (isSent) return <output className="text-[13px] text-fg2">Attached</output>
  return <ProgressBar label={`Uploading ${file.name}`} value={sent} max={file.size} className="w-full" />
}
