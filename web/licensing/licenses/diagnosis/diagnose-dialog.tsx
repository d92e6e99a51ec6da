import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { UUID_SHAPE } from '#contract/licensing/changes.ts'
import { Complaint, type Diagnosis, type Finding } from '#contract/licensing/diagnosis.ts'
import type { License } from '#contract/licensing/licenses.ts'
import { countOf } from '#contract/quantities.ts'
import { links } from '#web/app/links.ts'
import { FeatureList } from '#web/app/parts/feature-list.tsx'
import { useIsStaff } from '#web/identity/session/api.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useDiagnosis } from '../api.ts'
import type { OpenLicense } from '../changes/opened-license.ts'
import { LicenseDialog } from '../license-dialog.tsx'
import { DIAGNOSE } from '../list/list-texts.ts'
import { FindingFix } from './finding-fix.tsx'

type Props = { id: string; onClose: () => void }

/** Runs the decision that a device would get, and says what to do about it. */
export function DiagnoseDialog({ id, onClose }: Props) {
  const [asked, setAsked] = useState('')
  const [opened, setOpened] = useState<OpenLicense | null>(null)
  const diagnosis = useDiagnosis(id, asked)
  const label = diagnosis.data?.decision.license?.label
  return (
    <Dialog
      title={DIAGNOSE}
      description={`Run the same checks the app runs for ${label ? `“${label}”` : 'this license'}. Nothing is changed.`}
      onClose={onClose}
    >
      <Loaded query={diagnosis} failure="Couldn’t check this license. It may have been deleted.">
        {(found) => (
          <div className="grid gap-5" aria-busy={diagnosis.isFetching}>
            <DeviceForm
              known={found.decision.license?.deviceFingerprint ?? ''}
              isPending={diagnosis.isFetching}
              onAsk={setAsked}
            />
            <Alert tone={found.decision.valid ? 'success' : 'danger'}>{found.decision.detail}</Alert>
            <Features {...found.decision} />
            <FindingList license={{ id, label: label ?? '' }} findings={found.findings} onOpen={setOpened} />
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
  >
    <TextField
      name="deviceFingerprint"
      label="Device UUID (optional)"
      defaultValue={known}
      placeholder={UUID_SHAPE}
      help="Leave empty for the license’s own device."
      autoComplete="off"
      spellCheck={false}
      className="font-mono"
    />
  </Form>
)

const Features = ({ license }: Diagnosis['decision']) =>
  license &&
  license.features.length > 0 && (
    <div className="grid gap-1.5">
      <h3 className="font-medium">Features of the application</h3>
      <FeatureList features={license.features} />
    </div>
  )

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

type Outcome = Finding['outcome']

const looks: Record<Outcome, { Icon: LucideIcon; word: string; color: string }> = {
  passed: { Icon: CircleCheck, word: 'Passed', color: 'text-success-fg' },
  failed: { Icon: CircleAlert, word: 'Failed', color: 'text-danger-fg' },
  warning: { Icon: TriangleAlert, word: 'Warning', color: 'text-warning-fg' },
  skipped: { Icon: CircleMinus, word: 'Not checked', color: 'text-fg2' },
}

type FindingsProps = {
  license: Pick<License, 'id' | 'label'>
  findings: Finding[]
  onOpen: (opened: OpenLicense) => void
}

/** Problems first. Rules after the deciding one were not evaluated. */
function FindingList({ findings, ...props }: FindingsProps) {
  const others = findings.filter((finding) => !isWrong(finding))
  return (
    <div className="grid gap-3">
      <Findings label="Problems" findings={findings.filter(isWrong)} {...props} />
      <details>
        <summary className="cursor-pointer text-fg2">{passedText(others)}</summary>
        <div className="pt-3">
          <Findings label="Other checks" findings={others} {...props} />
        </div>
      </details>
    </div>
  )
}

function passedText(others: Finding[]) {
  const passed = others.filter(({ outcome }) => outcome === 'passed').length
  const skipped = others.length - passed
  const checks = countOf(passed, 'check passed', 'checks passed')
  return skipped === 0 ? checks : `${checks}, ${skipped} not run`
}

const Findings = ({ label, license, findings, onOpen }: FindingsProps & { label: string }) => (
  <ul aria-label={label} className="grid gap-3 empty:hidden">
    {findings.map((finding) => (
      <li key={finding.question} className="flex gap-3">
        <OutcomeIcon outcome={finding.outcome} />
        <div className="min-w-0 flex-1">
          <p className={clsx(finding.outcome === 'skipped' ? 'text-fg2' : 'font-medium')}>{finding.question}</p>
          {finding.detail && <p className="text-fg2 wrap-anywhere">{finding.detail}</p>}
          {finding.fix && <p className="mt-1 wrap-anywhere">{finding.fix}</p>}
          {isWrong(finding) && <FindingFix license={license} code={finding.code} onOpen={onOpen} />}
        </div>
      </li>
    ))}
  </ul>
)

const isWrong = ({ outcome }: Finding) => outcome === 'failed' || outcome === 'warning'

function OutcomeIcon({ outcome }: { outcome: Outcome }) {
  const { Icon, word, color } = looks[outcome]
  return (
    <span className="flex h-5 items-center">
      <Icon aria-hidden className={clsx('size-4', color)} />
      <span className="sr-only">{word}:</span>
    </span>
  )
}
