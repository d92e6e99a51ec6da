import { OrganizationChanges } from '#contract/operations/organizations.ts'
import { basedOn, useChangedValues } from '#web/app/api/changed-values.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeOrganization } from '../api.ts'
import type { DialogProps } from '../organization-action.ts'

export function EditOrganizationDialog({ organization, onClose }: DialogProps) {
  const change = useChangeOrganization()
  const changesIn = useChangedValues(organization)

  const save = async (typed: OrganizationChanges) => {
    const body = changesIn(typed)
    if (body) await change.mutateAsync({ ...basedOn(organization), body })
    onClose()
  }

  return (
    <Dialog
      size="small"
      title="Edit Organization"
      description={`What ${organization.name} is called and how it is reached. Its next invoice says so too.`}
      onClose={onClose}
    >
      <Form schema={OrganizationChanges} onSubmit={save} submit="Save" pending="Saving…" cancel={onClose}>
        <TextField name="name" label="Name" autoComplete="off" defaultValue={organization.name} />
        <TextField
          name="contactEmail"
          type="email"
          label="Contact email"
          autoComplete="off"
          defaultValue={organization.contactEmail}
        />
        <TextField
          name="phone"
          type="tel"
          label="Phone (optional)"
          autoComplete="off"
          defaultValue={organization.phone ?? ''}
        />
        <TextareaField name="address" label="Address (optional)" rows={3} defaultValue={organization.address ?? ''} />
      </Form>
    </Dialog>
  )
}
