import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { versionName } from '#contract/releases/downloads.ts'
import { VersionChanges, type Version } from '#contract/releases/files.ts'
import type { VersionImpact } from '#contract/releases/reach.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Choice } from '#web/ui/form/choice.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { useSetActive } from '../api.ts'
import { availabilityOf } from '../uploads/availability.ts'
import { Warning, WithImpact, offerText, organizationsText, reachText } from './impact.tsx'

type Props = { version: Version; latest: Version | undefined; onClose: () => void }

/** Deactivates an active version and activates an inactive one. The latest asks which version takes its place. */
export function ActiveDialog({ version, latest, onClose }: Props) {
  // Keeps its question until it closes, even after the version has changed.
  const [isActive] = useState(version.isActive)
  if (!isActive) return <Activate version={version} latest={latest} onClose={onClose} />
  return (
    <Dialog
      title={`Deactivate ${versionName(version)}?`}
      description="Deactivating removes it from downloads and update feeds. Installed copies keep working."
      onClose={onClose}
    >
      <WithImpact version={version}>
        {(impact) => (
          <>
            <dl className="mb-4">
              <Fact label="Installed on">{reachText(impact.running)}</Fact>
            </dl>
            {version.minimumVersion && <Warning>{minimumDropped(version.minimumVersion)}</Warning>}
            <DeactivateForm version={version} impact={impact} onClose={onClose} />
          </>
        )}
      </WithImpact>
    </Dialog>
  )
}

const minimumDropped = (minimum: string) =>
  `Its minimum ${minimum} no longer counts. The highest minimum of the other active versions does.`

function Activate({ version, latest, onClose }: Props) {
  const { mutateAsync } = useSetActive()
  const save = async (_nothing: object, confirmed: Confirmation) => {
    await mutateAsync({ params: { id: version.id }, body: { isActive: true }, confirmed })
    onClose()
  }
  const consequence = version.hasFile
    ? availabilityOf(version, latest)
    : 'Customers can download it when its file has arrived.'
  return (
    <Dialog title={`Activate ${versionName(version)}?`} description={consequence} onClose={onClose}>
      <Form schema={z.object({})} onSubmit={save} submit="Activate" pending="Activating…" cancel={onClose}>
        {null}
      </Form>
    </Dialog>
  )
}

const NO_VERSION = 'none'

const Withdrawal = z.object({ nextLatest: z.optional(z.string()), reason: z.nonoptional(VersionChanges.shape.reason) })

type DeactivateProps = Omit<Props, 'latest'> & { impact: VersionImpact }

function DeactivateForm({ version, impact, onClose }: DeactivateProps) {
  const { mutateAsync } = useSetActive()
  const save = async ({ nextLatest = NO_VERSION, reason }: z.infer<typeof Withdrawal>, confirmed: Confirmation) => {
    const nextLatestId = nextLatest === NO_VERSION ? null : nextLatest
    const body = { isActive: false, reason, ...(version.isLatest && { nextLatestId }) }
    await mutateAsync({ params: { id: version.id }, body, confirmed })
    onClose()
  }
  return (
    <Form
      schema={Withdrawal}
      onSubmit={save}
      submit="Deactivate"
      submitLook="danger"
      pending="Deactivating…"
      cancel={onClose}
    >
      {version.isLatest && <NextLatestField impact={impact} />}
      <TextareaField
        name="reason"
        label="Reason (optional)"
        rows={2}
        help="Staff see it in the list and in the audit log."
      />
    </Form>
  )
}

function NextLatestField({ impact: { organizations, replacement } }: { impact: VersionImpact }) {
  const consequence = `Customers will see “No Downloads Available”: ${organizationsText(organizations)}.`
  if (!replacement) return <Warning>No earlier version can be the latest. {consequence}</Warning>
  return (
    <NextLatestChoices>
      <Choice name="nextLatest" value={replacement.id} label={versionName(replacement)} defaultChecked>
        Customers get it first. Offered as an update to: {offerText(replacement, replacement.older)}.
      </Choice>
      <Choice name="nextLatest" value={NO_VERSION} label="No version">
        {consequence}
      </Choice>
    </NextLatestChoices>
  )
}

const NextLatestChoices = ({ children }: { children: ReactNode }) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1.5 font-medium">Which version becomes the latest?</legend>
    {children}
  </fieldset>
)
