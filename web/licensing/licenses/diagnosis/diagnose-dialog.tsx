import { useState } from 'react'
import { Link } from 'wouter'
import { UUID_SHAPE } from '#contract/licensing/changes.ts'
import { Complaint, type Diagnosis } from '#contract/licensing/diagnosis.ts'
import { links } from '#web/app/links.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useDiagnosis } from '../api.ts'
import { LicenseDialog } from '../license-dialog.tsx'
import type { Opened } from '../opened-license.ts'
import { FindingList } from './finding-list.tsx'

type Props = { id: string; onClose: () => void }

/** Runs the decision that a device would get, and says what to do about it. */
export function DiagnoseDialog({ id, onClose }: Props) {
  const [asked, setAsked] = useState('')
  const [opened, setOpened] = useState<Opened | null>(null)
  const diagnosis = useDiagnosis(id, asked)
  const label = diagnosis.data?.decision.license?.label
  return (
    <Dialog
      title="Why doesn’t it work?"
      description={`What a device is told that asks now about ${label ? `“${label}”` : 'this license'}. Looking changes nothing.`}
      onClose={onClose}
    >
      <Loaded query={diagnosis} failure="This license could not be checked. It may have been deleted.">
        {(found) => (
          <div className="grid gap-5" aria-busy={diagnosis.isFetching}>
            <DeviceForm
              known={found.decision.license?.deviceFingerprint ?? ''}
              isPending={diagnosis.isFetching}
              onAsk={setAsked}
            />
            <Alert tone={found.decision.valid ? 'success' : 'danger'}>{found.decision.detail}</Alert>
            <FindingList licenseId={id} findings={found.findings} onOpen={setOpened} />
            <AskSupport diagnosis={found} />
          </div>
        )}
      </Loaded>
      {opened && <LicenseDialog {...opened} onClose={() => setOpened(null)} />}
    </Dialog>
  )
}

type FormProps = { known: string; isPending: boolean; onAsk: (deviceFingerprint: string) => void }

const DeviceForm = ({ known, isPending, onAsk }: FormProps) => (
  <Form
    schema={Complaint}
    onSubmit={({ deviceFingerprint }) => onAsk(deviceFingerprint ?? '')}
    submit={isPending ? 'Checking…' : 'Check this device'}
    submitLook="outline"
    isKept
    className="sm:grid-cols-[1fr_auto] sm:items-start [&>:last-child]:col-auto sm:[&>:last-child]:pt-6.5"
  >
    <TextField
      name="deviceFingerprint"
      label="Device UUID (optional)"
      defaultValue={known}
      placeholder={UUID_SHAPE}
      help="Empty: the device that has the license."
      autoComplete="off"
      spellCheck={false}
      className="font-mono"
    />
  </Form>
)

/** With what was found, so that nobody has to ask for it. */
function AskSupport({ diagnosis: { decision } }: { diagnosis: Diagnosis }) {
  const isStaff = useIsStaff()
  if (isStaff) return null
  const name = decision.license ? `“${decision.license.label}”` : 'A license'
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 border-t pt-4">
      <span className="text-fg2">None of this helps?</span>
      <Link href={links.contactSupportAbout(`${name} does not work (${decision.code})`)} className={buttonClass()}>
        Ask support
      </Link>
    </p>
  )
}
