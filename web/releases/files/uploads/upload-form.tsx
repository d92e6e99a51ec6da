import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { APPLICATION_TYPES } from '#contract/releases/file-names.ts'
import { formatSize } from '#contract/quantities.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ProgressBar } from '#web/ui/chart/progress-bar.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FileField } from '#web/ui/form/file-field.tsx'
import type { FieldErrors } from '#web/ui/form/form-state.ts'
import { Form } from '#web/ui/form/form.tsx'
import { percentOf, timeLeft, type Pace } from './meter.ts'
import { NO_FILE_CHOSEN } from './upload-rules.ts'
import { useUpload, type Upload } from './use-upload.ts'

type Props<Schema extends z.core.$ZodType<{ file: File }>> = {
  schema: Schema
  /** Another kind of file than an application's. */
  accepted?: typeof APPLICATION
  fileNameOf: (entered: z.output<Schema>) => string
  /** Writes the record of the file. A refused record can be corrected without uploading the file again. */
  onSent: (entered: z.output<Schema>, fileUrl: string, confirmed: Confirmation) => Promise<unknown>
  onClose: () => void
  children?: (picked: File | undefined) => ReactNode
}

const APPLICATION = { accept: APPLICATION_TYPES.join(','), help: 'An .exe, .msi or .zip of at most 5 GB.' }

const submitWords: Record<Upload['step'], string> = {
  none: 'Upload File',
  sending: 'Upload File',
  stopped: 'Resume',
  sent: 'Save',
}

export function UploadForm<Schema extends z.core.$ZodType<{ file: File }>>(props: Props<Schema>) {
  const { upload, send, pick, cancel } = useUpload()
  const [picked, setPicked] = useState<File>()
  const isSending = upload.step === 'sending'

  const save = async (entered: z.output<Schema>, confirmed: Confirmation) => {
    const fileUrl = await send(entered.file, props.fileNameOf(entered))
    // Thrown, so that the form still counts as unsaved.
    if (!fileUrl) throw new Error('Stopped')
    await props.onSent(entered, fileUrl, confirmed)
    props.onClose()
  }

  return (
    <Form
      schema={props.schema}
      onSubmit={save}
      onInvalid={showNoFile}
      submit={submitWords[upload.step]}
      isStoppable={isSending}
      pending={isSending ? 'Uploading…' : 'Saving…'}
      {...(isSending ? { secondary: <Button onClick={cancel}>Cancel</Button> } : { cancel: props.onClose })}
    >
      <fieldset disabled={isSending} className="contents">
        <FileField
          name="file"
          label="File"
          placeholder="Choose a file, or drop it here"
          {...(props.accepted ?? APPLICATION)}
          onPick={(file) => {
            setPicked(file)
            pick(file)
          }}
        />
        {props.children?.(picked)}
      </fieldset>
      <UploadProgress upload={upload} />
    </Form>
  )
}

function showNoFile({ file }: FieldErrors) {
  if (file === NO_FILE_CHOSEN) toast({ title: 'No file selected', description: file, tone: 'destructive' })
}

function UploadProgress({ upload }: { upload: Upload }) {
  if (upload.step === 'none') return null
  const { pace } = upload
  return (
    <div className="grid gap-2">
      <Bar pace={pace} isMoving={upload.step === 'sending'} />
      {upload.step === 'stopped' && (
        <Alert tone="warning">The upload stopped at {formatSize(pace.sent)}. Resume sends only what is missing.</Alert>
      )}
      {upload.step === 'sent' && <Alert tone="success">The file has arrived. It need not be sent again.</Alert>}
      {upload.step === 'sending' && <Announced pace={pace} />}
    </div>
  )
}

function Bar({ pace, isMoving }: { pace: Pace; isMoving: boolean }) {
  const { sent, total, speed } = pace
  const facts = [
    `${percentOf(pace)}%`,
    `${formatSize(sent)} of ${formatSize(total)}`,
    isMoving && speed !== undefined && `${formatSize(Math.round(speed))}/s`,
    isMoving && timeLeft(pace),
  ]
  return (
    <div className="grid gap-1.5">
      <ProgressBar label="Upload progress" value={sent} max={total} className="w-full" />
      <p className="text-[13px] text-fg2 tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
    </div>
  )
}

const QUARTER = 25

/** A screen reader hears of every quarter, not of every percent. */
const Announced = ({ pace }: { pace: Pace }) => (
  <output className="sr-only">{`${Math.floor(percentOf(pace) / QUARTER) * QUARTER}% uploaded`}</output>
)
