import { useState } from 'react'
import type * as z from 'zod/mini'
import { LicenseAssignment, UUID_SHAPE } from '#contract/licensing/changes.ts'
import { ApiError } from '#web/app/api/api-error.ts'
import { basedOn } from '#web/app/api/changed-values.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeLicense } from '../api.ts'
import type { DialogProps } from '../changes/opened-license.ts'
import { OtherLicense } from './other-license.tsx'

export function AssignUuidDialog({ license, onClose }: DialogProps) {
  const change = useChangeLicense()
  const current = license.deviceFingerprint ?? ''
  const [isBlank, setBlank] = useState(!current)
  const other = change.error instanceof ApiError ? change.error.about : undefined

  const save = async (body: z.infer<typeof LicenseAssignment>, confirmed: Confirmation) => {
    await change.mutateAsync({ ...basedOn(license), body, confirmed })
    onClose()
  }

  return (
    <Dialog
      size="small"
      title={current ? 'Edit UUID' : 'Assign UUID'}
      description={`Only the device with this UUID can use ${license.label}.`}
      onClose={onClose}
    >
      <Form
        schema={LicenseAssignment}
        onSubmit={save}
        submit="Save"
        pending="Saving…"
        disabled={isBlank}
        cancel={onClose}
      >
        <TextField
          name="deviceFingerprint"
          label="Device UUID"
          defaultValue={current}
          placeholder={UUID_SHAPE}
          help="Paste it exactly as shown. See Windows Device Setup for the steps."
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          onChange={(event) => {
            setBlank(!event.target.value.trim())
            change.reset()
          }}
        />
        {other && <OtherLicense key={other.id} other={other} onOpen={onClose} />}
      </Form>
    </Dialog>
  )
}
