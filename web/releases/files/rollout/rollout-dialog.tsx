import { use, useState } from 'react'
import { versionName } from '#contract/releases/downloads.ts'
import type { Version } from '#contract/releases/files.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { changedValues } from '#web/app/api/changed-values.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { FormErrors } from '#web/ui/form/form-state.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useChangeOffer, useImpact } from '../api.ts'
import { OfferForm, obstacleOf } from './offer-form.ts'
import { usePublicNote } from '../updates/public-channel.ts'
import { MinimumField, RolloutField } from './rollout-field.tsx'

export function RolloutDialog({ version, onClose }: { version: Version; onClose: () => void }) {
  const { mutateAsync } = useChangeOffer()
  const [shown] = useState(version)
  const [wasRefused, setRefused] = useState(false)
  // A rollout can be stopped even if this fails to load.
  const { data: impact } = useImpact(version.id)
  const obstacle = obstacleOf(version)
  const publicNote = usePublicNote({ channel: version.channel, rolloutPercent: 0 })

  const save = async (offer: OfferForm, confirmed: Confirmation) => {
    // The percentage that was refused is replaced on purpose, also by the one that was shown first.
    const { rolloutPercent } = wasRefused ? version : shown
    const changes = changedValues<Version, OfferForm>({ ...shown, rolloutPercent }, offer)
    const rolloutFrom = changes?.rolloutPercent === undefined ? undefined : version.rolloutPercent
    const body = { ...changes, rolloutFrom }
    if (changes) await mutateAsync({ params: { id: version.id }, body, confirmed }, { onError: () => setRefused(true) })
    onClose()
  }

  return (
    <Dialog
      title={`Rollout of ${versionName(version)}`}
      description="Which devices are offered it as an update. Manual downloads are not affected."
      onClose={onClose}
    >
      <Form schema={OfferForm} onSubmit={save} submit="Save" pending="Saving…" cancel={onClose}>
        {obstacle && <Alert>{obstacle}</Alert>}
        {publicNote && <Alert tone="info">{publicNote}</Alert>}
        <RolloutField
          channel={version.channel}
          isWaiting={version.channel === 'stable' && !version.isLatest}
          before={version.rolloutPercent}
          devices={version.isLatest ? impact?.older.devices : undefined}
        />
        <MinimumField before={version.minimumVersion} inForce={impact?.minimumVersion} />
        <Advanced signature={version.signature} />
      </Form>
    </Dialog>
  )
}

/** Stays folded for those who do not use NetSparkle, unless there is something to correct. */
function Advanced({ signature }: Pick<Version, 'signature'>) {
  const { signature: error } = use(FormErrors)
  return (
    <details open={Boolean(signature ?? error)}>
      <summary className="w-fit cursor-pointer py-1 font-medium text-fg2 hover:text-fg">Advanced</summary>
      <TextareaField
        name="signature"
        label="NetSparkle Signature (optional)"
        rows={2}
        spellCheck={false}
        className="font-mono text-xs break-all"
        defaultValue={signature ?? ''}
        help="Ed25519, of the file, made with your own key. In base64."
        fieldClass="mt-2"
      />
    </details>
  )
}
