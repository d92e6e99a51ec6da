import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import * as z from 'zod/mini'
import type { AssignmentResult } from '#contract/licensing/assignments.ts'
import { ORGANIZATION_REQUIRED } from '#contract/licensing/changes.ts'
import { countOf } from '#contract/quantities.ts'
import { UNREADABLE_FILE } from '#web/app/words/unreadable-file.ts'
import { OrganizationField } from '#web/identity/organization-list/parts.tsx'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useSetDirty } from '#web/ui/dialog/dialog-state.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { useAssignDevices } from './api.ts'
import { joinDeviceLists, readDeviceList, readTextFile, refusalOf, writeDeviceList } from './device-list.ts'

const PLACEHOLDER = '4C4C4544-0044-3510-8052-B4C04F4D3732\n03D40274-0435-0586-3006-710700080009, Boardroom laptop'

const List = z.object({
  devices: z.string().check(({ value, issues }) => {
    const message = refusalOf(readDeviceList(value))
    if (message) issues.push({ code: 'custom', input: value, message })
  }),
})
const ListForOrganization = z.extend(List, { organizationId: z.uuid(ORGANIZATION_REQUIRED) })

export function AssignDevicesDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [organizationId, setOrganizationId] = useState('')
  const [results, setResults] = useState<AssignmentResult[]>()
  const correct = () => {
    setText(writeDeviceList(readDeviceList(text).filter((_, index) => results?.[index]?.license === null)))
    setResults(undefined)
  }
  return (
    <Dialog
      title="Assign devices"
      description={
        results
          ? `Assigned a license to ${results.filter(({ license }) => license).length} of ${countOf(results.length, 'device')}.`
          : 'One device per line: its UUID, and a license label if you want a specific license.'
      }
      onClose={onClose}
    >
      {results ? (
        <Results results={results} onCorrect={correct} onClose={onClose} />
      ) : (
        <DeviceForm
          text={text}
          onText={setText}
          organizationId={organizationId}
          onOrganization={setOrganizationId}
          onResults={setResults}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type FormProps = {
  text: string
  onText: (text: string) => void
  organizationId: string
  onOrganization: (id: string) => void
  onResults: (results: AssignmentResult[]) => void
  onClose: () => void
}

function DeviceForm({ text, onText, organizationId, onOrganization, onResults, onClose }: FormProps) {
  const isAdmin = useIsAdmin()
  const { mutateAsync } = useAssignDevices()
  const [isCorrecting] = useState(text !== '')
  const setDirty = useSetDirty()
  useEffect(() => setDirty(isCorrecting), [isCorrecting, setDirty])
  const count = readDeviceList(text).length
  const assign = async ({ devices, ...owner }: z.infer<typeof List>) =>
    onResults(await mutateAsync({ body: { devices: readDeviceList(devices), ...owner } }))
  const [outcome, setOutcome] = useState<FileOutcome>({})
  const area = useRef<HTMLTextAreaElement>(null)
  const addFile = async (file: File) => {
    const added = await readTextFile(file).catch(() => undefined)
    if (added === undefined) return setOutcome({ isUnreadable: true })
    if (!area.current) return
    const { list, repeated } = joinDeviceLists(area.current.value, added)
    onText(list)
    setOutcome({ repeated })
  }
  return (
    <Form
      schema={isAdmin ? ListForOrganization : List}
      onSubmit={assign}
      submit={count > 1 ? `Assign ${countOf(count, 'device')}` : 'Assign'}
      pending="Assigning…"
      disabled={count === 0}
      cancel={onClose}
    >
      {isAdmin && <OrganizationField value={organizationId} onChange={onOrganization} />}
      <TextareaField
        name="devices"
        label="Devices"
        ref={area}
        rows={8}
        className="font-mono text-[13px]"
        spellCheck={false}
        placeholder={PLACEHOLDER}
        help="Devices without a label get the oldest unassigned license."
        value={text}
        onChange={({ target }) => {
          onText(target.value)
          setOutcome({})
        }}
      />
      <FileChoice outcome={outcome} onFile={addFile} />
    </Form>
  )
}

/** `repeated`: devices of the file that were in the list already. */
type FileOutcome = { repeated?: number; isUnreadable?: boolean }
type ChoiceProps = { outcome: FileOutcome; onFile: (file: File) => Promise<void> }

function FileChoice({ outcome: { repeated = 0, isUnreadable }, onFile }: ChoiceProps) {
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) await onFile(file)
    target.value = ''
  }
  return (
    <div className="grid gap-1 text-[13px] text-fg2">
      <label>
        Add devices from a CSV file:{' '}
        <input type="file" accept=".csv,.txt,text/csv,text/plain" onChange={(event) => void read(event)} />
      </label>
      <output>{repeated > 0 && `Not added again: ${countOf(repeated, 'device')} already in the list.`}</output>
      {isUnreadable && <Alert tone="danger">{UNREADABLE_FILE}</Alert>}
    </div>
  )
}

type ResultProps = { results: AssignmentResult[]; onCorrect: () => void; onClose: () => void }

function Results({ results, onCorrect, onClose }: ResultProps) {
  const failed = results.filter(({ license }) => license === null)
  return (
    <div className="grid gap-4">
      {failed.length > 0 && <Alert tone="warning">{failed.length} could not be assigned. The others are done.</Alert>}
      <ScrollBox label="Results" className="max-h-80 rounded-md border">
        <ul className="divide-y text-[13px]">
          {results.map((result, index) => (
            <Result key={`${index} ${result.deviceFingerprint}`} {...result} />
          ))}
        </ul>
      </ScrollBox>
      <div className="flex justify-end gap-2">
        {failed.length > 0 && <Button onClick={onCorrect}>Correct {failed.length}</Button>}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

const Result = ({ deviceFingerprint, license, message }: AssignmentResult) => (
  <li className="flex items-start gap-2.5 px-3 py-2">
    {license ? (
      <CircleCheck aria-label="Assigned" className="mt-0.5 size-4 shrink-0 text-success" />
    ) : (
      <CircleX aria-label="Not assigned" className="mt-0.5 size-4 shrink-0 text-danger" />
    )}
    <span className="min-w-0">
      <code className="font-mono break-all">{deviceFingerprint}</code>
      <span className="block text-fg2">{license ? license.label : message}</span>
    </span>
  </li>
)
