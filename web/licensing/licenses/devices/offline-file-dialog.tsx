import { useState } from 'react'
import * as z from 'zod/mini'
import { UUID_SHAPE } from '#contract/licensing/changes.ts'
import { LicenseFileOrder, OFFLINE_DAYS, type MadeFile } from '#contract/licensing/license-files.ts'
import { DaysField, FileFacts, Refusal, saveFile, COPY_TO_COMPUTER } from '#web/licensing/license-files/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useMakeLicenseFile } from '../api.ts'
import type { DialogProps } from '../changes/opened-license.ts'

type NewFile = { file: MadeFile; deviceName: string | undefined }

export function OfflineFileDialog({ license, onClose }: DialogProps) {
  const [made, setMade] = useState<NewFile>()

  const show = (next: NewFile) => {
    saveFile(next.file)
    setMade(next)
  }

  return (
    <Dialog
      size="small"
      title={made ? 'License file ready' : `Offline file for “${license.label}”`}
      description={made ? COPY_TO_COMPUTER : 'For a computer without internet. This reserves the license for it.'}
      onClose={onClose}
    >
      {made ? <MadeNow {...made} onClose={onClose} /> : <OrderForm license={license} onMade={show} onClose={onClose} />}
    </Dialog>
  )
}

const { deviceName, ttlDays } = LicenseFileOrder.shape

/** The typed values. An empty name counts as none. */
const Order = z.extend(LicenseFileOrder, {
  deviceName: z.pipe(
    z.transform((name) => String(name).trim() || undefined),
    deviceName,
  ),
  ttlDays: z.pipe(z.transform(Number), ttlDays),
})

function OrderForm({ license, onMade, onClose }: DialogProps & { onMade: (made: NewFile) => void }) {
  const { mutateAsync, error } = useMakeLicenseFile()
  const { id, deviceFingerprint } = license

  const make = async (body: z.infer<typeof Order>, confirmed: Confirmation) =>
    onMade({ file: await mutateAsync({ params: { id }, body, confirmed }), deviceName: body.deviceName })

  return (
    <Form schema={Order} onSubmit={make} submit="Create file" pending="Making…" cancel={onClose}>
      <TextField
        name="deviceFingerprint"
        label="Device UUID"
        defaultValue={deviceFingerprint ?? ''}
        readOnly={deviceFingerprint !== null}
        placeholder={UUID_SHAPE}
        help={deviceFingerprint === null ? 'Paste it exactly as shown.' : 'The license is tied to this computer.'}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
      />
      <TextField
        name="deviceName"
        label="Computer’s name (optional)"
        defaultValue={license.deviceName ?? ''}
        placeholder="LAB-PC-7"
        autoComplete="off"
      />
      <DaysField max={OFFLINE_DAYS.max} />
      <Refusal error={error} />
    </Form>
  )
}

/** Moves the focus, because the pressed button is gone. */
const MadeNow = ({ onClose, ...made }: NewFile & { onClose: () => void }) => (
  <div className="grid gap-5">
    <FileFacts {...made} />
    <Button variant="primary" className="justify-self-end" ref={focusOnShow} onClick={onClose}>
      Done
    </Button>
  </div>
)
