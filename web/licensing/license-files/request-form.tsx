import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import {
  NOT_A_REQUEST,
  OFFLINE_DAYS,
  OfflineRequest,
  REQUEST_MAX,
  type OfflineAnswer,
} from '#contract/licensing/license-files.ts'
import { UNREADABLE_FILE } from '#web/app/words/unreadable-file.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { FileField } from '#web/ui/form/file-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useOfflineRequest } from './api.ts'

import { DaysField, Refusal } from './parts.tsx'

/** A field sends text. */
const days = z.transform((text): number | undefined => Number(text))

const Entered = z.extend(OfflineRequest, { ttlDays: z.pipe(days, OfflineRequest.shape.ttlDays) })

/** Reads a picked file immediately, so that the user sees what will be sent. */
export function RequestForm({ onAnswer }: { onAnswer: (answer: z.infer<typeof OfflineAnswer>) => void }) {
  const [request, setRequest] = useState('')
  const [fault, setFault] = useState<string>()
  const { mutateAsync, error, reset } = useOfflineRequest()

  const changes = useRef(0)

  const write = (text: string) => {
    changes.current++
    reset()
    setFault(undefined)
    setRequest(text)
  }

  const pick = async (file: File | undefined) => {
    const own = ++changes.current
    const isTooLong = file !== undefined && file.size > REQUEST_MAX
    const text = file && !isTooLong ? await file.text().catch(() => undefined) : ''
    if (own !== changes.current) return
    write(text ?? '')
    setFault(isTooLong ? NOT_A_REQUEST : text === undefined ? UNREADABLE_FILE : undefined)
  }

  return (
    <Form
      schema={Entered}
      onSubmit={async (body) => onAnswer(await mutateAsync({ body }))}
      submit="Get license file"
      pending="Checking…"
    >
      <FileField
        name="file"
        label="Request file"
        accept=""
        placeholder="Choose the file, or drop it here"
        onPick={(file) => void pick(file)}
      />
      <TextareaField
        name="request"
        label="Or its text"
        rows={5}
        value={request}
        onChange={({ target }) => write(target.value)}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-[13px] break-all"
      />
      <DaysField max={OFFLINE_DAYS.maxByKey} />
      {fault ? <Alert tone="danger">{fault}</Alert> : <Refusal error={error} />}
    </Form>
  )
}
