import { useState } from 'react'
import type * as z from 'zod/mini'
import { LicenseDetails } from '#contract/licensing/changes.ts'
import { basedOn, useChangedValues } from '#web/app/api/changed-values.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeLicense } from '../api.ts'
import type { DialogProps } from './opened-license.ts'

export function EditLicenseDialog({ license, onClose }: DialogProps) {
  const change = useChangeLicense()
  const changesIn = useChangedValues(license)
  const [isBlank, setBlank] = useState(false)

  const save = async ({ description, ...others }: z.infer<typeof LicenseDetails>, confirmed: Confirmation) => {
    const body = changesIn({ ...others, description: description || null })
    if (body) await change.mutateAsync({ ...basedOn(license), body, confirmed })
    onClose()
  }

  return (
    <Dialog
      size="small"
      title="Edit License"
      description={`What ${license.label} is called. Its key and its device stay.`}
      onClose={onClose}
    >
      <Form schema={LicenseDetails} onSubmit={save} submit="Save" pending="Saving…" disabled={isBlank} cancel={onClose}>
        <TextField
          name="label"
          label="Label"
          defaultValue={license.label}
          onChange={(event) => setBlank(!event.target.value.trim())}
        />
        <TextareaField
          name="description"
          label="Description (optional)"
          rows={3}
          defaultValue={license.description ?? ''}
        />
      </Form>
    </Dialog>
  )
}
