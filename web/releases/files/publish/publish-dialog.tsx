import { useState } from 'react'
import { Channel } from '#contract/releases/channels.ts'
import { versionName } from '#contract/releases/downloads.ts'
import { canSetLatest, type Version } from '#contract/releases/files.ts'
import { NO_FILE_TO_PUBLISH } from '#contract/releases/publications.ts'
import type { VersionImpact } from '#contract/releases/reach.ts'
import { vendorZone } from '#web/app/words/business-days.ts'
import { vendorLocal } from '#web/app/words/vendor-times.ts'
import { usePublish } from '#web/releases/publications/api.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Choice } from '#web/ui/form/choice.tsx'
import { CheckboxField, SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CHANNELS } from '../channels.ts'
import { MinimumField, RolloutField } from '../rollout/rollout-field.tsx'
import { WithImpact } from '../versions/impact.tsx'
import { Outcome } from './outcome.tsx'
import { PublishForm, publicationOf } from './publish-form.ts'
import { FileFact, NotOrdered, NotesPreview } from './release-facts.tsx'
import { FileWarnings, ProgramFact, SignerFact } from './signer-fact.tsx'

type Props = { version: Version; latest: Version | undefined; onClose: () => void }

/** The one question before a version reaches customers: it shows everything that will happen. */
export function PublishDialog({ onClose, ...asked }: Props) {
  // Keeps what was shown until it closes: a version that has changed since is refused.
  const [{ version, latest }] = useState(asked)
  const isPromotion = version.state === 'published'
  return (
    <Dialog
      title={isPromotion ? `Promote ${versionName(version)} to stable?` : `Publish ${versionName(version)}?`}
      description={
        isPromotion
          ? 'It leaves the beta channel and keeps its file.'
          : 'Nothing reaches customers before you publish it.'
      }
      onClose={onClose}
    >
      <WithImpact version={version} height="h-156">
        {(impact) => <Fields version={version} latest={latest} impact={impact} onClose={onClose} />}
      </WithImpact>
    </Dialog>
  )
}

function Fields({ version, latest, impact, onClose }: Props & { impact: VersionImpact }) {
  const { mutateAsync } = usePublish()
  const isPromotion = version.state === 'published'
  const [channel, setChannel] = useState<Channel>(isPromotion ? 'stable' : version.channel)
  const [percent, setPercent] = useState(String(version.rolloutPercent))
  const [isLatest, setLatest] = useState(version.publishesAsLatest)
  const [isLater, setLater] = useState(version.state === 'scheduled')
  const plan = { channel, isLatest: isLatest && canSetLatest({ isActive: true, isLatest: false, channel }), isLater }

  const save = async (form: PublishForm, confirmed: Confirmation) => {
    await mutateAsync({ params: { id: version.id }, body: publicationOf(form, version), confirmed })
    onClose()
  }

  return (
    <Form
      schema={PublishForm}
      onSubmit={save}
      submit={isLater ? 'Schedule' : isPromotion ? 'Promote' : 'Publish Now'}
      pending="Saving…"
      disabled={!version.hasFile}
      cancel={onClose}
    >
      <dl className="grid gap-3 sm:grid-cols-2">
        <FileFact {...version} />
        <SignerFact {...version} />
        <ProgramFact {...version} />
      </dl>
      <FileWarnings {...version} />
      {!version.hasFile && <Alert tone="warning">{NO_FILE_TO_PUBLISH}</Alert>}
      <NotOrdered version={version.version} />
      <NotesPreview version={version} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="channel"
          label="Channel"
          options={isPromotion ? CHANNELS.slice(0, 1) : CHANNELS}
          value={channel}
          onChange={({ target }) => setChannel(Channel.parse(target.value))}
        />
        <MinimumField before={version.minimumVersion} inForce={impact.minimumVersion} />
      </div>
      <RolloutField
        channel={channel}
        isWaiting={channel === 'stable' && !isLatest}
        before={version.rolloutPercent}
        devices={plan.isLatest ? impact.older.devices : undefined}
        onPercent={setPercent}
      />
      {channel === 'stable' && (
        <CheckboxField
          name="isLatest"
          label="Make it the latest version"
          checked={isLatest}
          onChange={({ target }) => setLatest(target.checked)}
          help="Customers get it first, and update feeds offer it to devices."
        />
      )}
      {!isPromotion && <When version={version} isLater={isLater} onChange={setLater} />}
      <Outcome version={version} latest={latest} impact={impact} plan={plan} percent={percent} />
    </Form>
  )
}

type WhenProps = { version: Version; isLater: boolean; onChange: (isLater: boolean) => void }

const When = ({ version, isLater, onChange }: WhenProps) => (
  <fieldset className="grid gap-2" onChange={({ target }) => changeTo(target, onChange)}>
    <legend className="mb-1.5 font-medium">When?</legend>
    <Choice name="when" value="now" label="Now" defaultChecked={!isLater}>
      As soon as you press Publish Now.
    </Choice>
    <Choice name="when" value="later" label="At a later time" defaultChecked={isLater}>
      You can change or cancel it until then.
    </Choice>
    {isLater && (
      <TextField
        name="publishAt"
        label="Date and Time"
        type="datetime-local"
        defaultValue={version.publishAt ? vendorLocal(version.publishAt) : ''}
        help={`In the time zone ${vendorZone()}.`}
      />
    )}
  </fieldset>
)

const changeTo = (target: EventTarget, onChange: (isLater: boolean) => void) =>
  target instanceof HTMLInputElement && target.name === 'when' && onChange(target.value === 'later')
