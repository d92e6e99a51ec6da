import { Download } from 'lucide-react'
import { useState } from 'react'
import { DAY, formatDate, formatInstant } from '#contract/dates.ts'
import { FILE_DAYS, OFFLINE_DAYS, type MadeFile } from '#contract/licensing/license-files.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { saveText } from '#web/ui/button/save-text.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { refusedFields } from '#web/ui/form/form-values.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { DateText } from '#web/ui/text/date.tsx'

export const COPY_TO_COMPUTER = 'Copy it to the computer and open it in the application.'

/** Lifetime of the file, with the resulting dates. */
export function DaysField({ max }: { max: number }) {
  const [days, setDays] = useState<number>(OFFLINE_DAYS.default)
  return (
    <TextField
      name="ttlDays"
      label={`Days (${OFFLINE_DAYS.min} to ${max})`}
      type="number"
      inputMode="numeric"
      min={OFFLINE_DAYS.min}
      max={max}
      defaultValue={OFFLINE_DAYS.default}
      onChange={({ target }) => setDays(target.valueAsNumber)}
      help={days >= OFFLINE_DAYS.min && days <= max && timesOf(days)}
    />
  )
}

const after = (days: number) => formatDate(new Date(Date.now() + days * DAY))

const timesOf = (days: number) =>
  `The application warns from ${after(days)} and works until ${after(days + FILE_DAYS.grace)}.`

export function Refusal({ error }: { error: Error | null }) {
  if (!error || Object.keys(refusedFields(error)).length > 0) return null
  return <Alert tone="danger">{serverMessage(error) ?? 'Couldn’t reach the portal. Please try again.'}</Alert>
}

/** Saves the file through the browser. */
export const saveFile = ({ fileName, licenseFile }: MadeFile) => saveText(fileName, licenseFile)

type Props = { file: MadeFile; deviceName?: string | null | undefined }

export const FileFacts = ({ file, deviceName }: Props) => (
  <dl className="grid gap-4">
    <Fact label="License">{file.label}</Fact>
    <Fact label="Device">
      {deviceName}
      <code className="block font-mono text-[13px] font-normal break-all">{file.deviceFingerprint}</code>
    </Fact>
    <Fact label="Works until">
      <Day value={file.graceUntil} />
      <span className="block text-[13px] font-normal text-fg2">
        The application warns from <Day value={file.expiresAt} />
      </span>
    </Fact>
    <Fact label="File">
      <FileLine file={file} />
    </Fact>
  </dl>
)

const Day = ({ value }: { value: string }) => <DateText value={value} format={formatDate} full={formatInstant} />

const FileLine = ({ file }: { file: MadeFile }) => (
  <span className="flex flex-wrap items-center gap-1">
    <span className="mr-auto min-w-0 wrap-anywhere">{file.fileName}</span>
    <CopyButton
      value={file.licenseFile}
      label="Copy text of the file"
      onCopied={() => showCopied('License file')}
      onFailed={showCopyFailed}
    />
    <Button size="small" onClick={() => saveFile(file)}>
      <Download aria-hidden />
      Download again
    </Button>
  </span>
)
