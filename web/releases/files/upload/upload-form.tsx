import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { APPLICATION_TYPES } from '#contract/releases/files.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { FileField } from '#web/ui/form/file-field.tsx'
import type { FieldErrors } from '#web/ui/form/form-state.ts'
import { Form } from '#web/ui/form/form.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { NO_FILE_CHOSEN } from './upload-rules.ts'
import { useUpload, type Upload } from './use-upload.ts'

type Props<Schema extends z.core.$ZodType<{ file: File }>> = {
  schema: Schema
  /** What the file will be called. */
  fileNameOf: (entered: z.output<Schema>) => string
  /** Writes the record that the file belongs to. What is refused here may be corrected without sending the file again. */
  onSent: (entered: z.output<Schema>, fileUrl: string, confirmed: Confirmed) => Promise<unknown>
  onClose: () => void
  /** The other fields. */
  children?: (picked: File | undefined) => ReactNode
}

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

  const save = async (entered: z.output<Schema>, confirmed: Confirmed) => {
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
      onInvalid={tellNoFile}
      submit={submitWords[upload.step]}
      isStoppable={isSending}
      pending={isSending ? 'Uploading…' : 'Saving…'}
      {...(isSending ? { secondary: <Button onClick={cancel}>Cancel</Button> } : { cancel: props.onClose })}
    >
      <fieldset disabled={isSending} className="contents">
        <FileField
          name="file"
          label="File"
          accept={APPLICATION_TYPES.join(',')}
          placeholder="Choose a file, or drop it here"
          help="An .exe, .msi or .zip of at most 5 GB."
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

function tellNoFile({ file }: FieldErrors) {
  if (file === NO_FILE_CHOSEN) toast({ title: 'No file selected', description: file, tone: 'destructive' })
}
