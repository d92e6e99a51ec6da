import { INVITATION_DAYS, InvitationDraft, TeamRole } from '#contract/identity/team.ts'
import { roleTitle } from '#contract/roles.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useInvite } from './api.ts'

const roles = TeamRole.options.map((role) => ({ value: role, label: roleTitle(role) }))

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useInvite()
  const send = async (draft: InvitationDraft, confirmed: Confirmation) => {
    await mutateAsync({ body: draft, confirmed })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Invite Colleague"
      description={`We’ll email them a link to join. It expires in ${INVITATION_DAYS} days.`}
      onClose={onClose}
    >
      <Form schema={InvitationDraft} onSubmit={send} submit="Send Invitation" pending="Sending…" cancel={onClose}>
        <TextField name="email" label="Email" type="email" autoComplete="off" />
        <SelectField
          name="role"
          label="Role"
          options={roles}
          defaultValue="customer"
          help="Administrators manage licenses, billing and the team. Members use them."
        />
      </Form>
    </Dialog>
  )
}
