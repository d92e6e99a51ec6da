import { ADDRESS_LINK_HOURS, StaffDraft } from '#contract/identity/users.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAddStaff } from '../changes-api.ts'
import { staffMayDo } from '../staff-roles.ts'

const roles = [
  { value: 'agent', label: 'Agent' },
  { value: 'admin', label: 'Admin' },
]

export function AddStaffDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useAddStaff()
  const add = async (draft: StaffDraft, confirmed: Confirmation) => {
    await mutateAsync({ body: draft, confirmed })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Add Staff"
      description={`We’ll email them a link to choose a password. It expires in ${ADDRESS_LINK_HOURS} hours.`}
      onClose={onClose}
    >
      <Form schema={StaffDraft} onSubmit={add} submit="Add Staff" pending="Adding…" cancel={onClose}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="firstName" label="First name" autoComplete="off" />
          <TextField name="lastName" label="Last name" autoComplete="off" />
        </div>
        <TextField name="email" label="Email" type="email" autoComplete="off" />
        <SelectField
          name="role"
          label="Role"
          options={roles}
          defaultValue="agent"
          help={`${staffMayDo.agent} ${staffMayDo.admin}`}
        />
      </Form>
    </Dialog>
  )
}
