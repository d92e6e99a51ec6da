import { INVITATION_DAYS, InvitationDraft, TeamRole, teamRoleName } from '#contract/team.ts'
import type { Confirmed } from '#web/ui/confirmed.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Form } from '#web/ui/form.tsx'
import { useInvite } from './api.ts'

const roles = TeamRole.options.map((role) => ({ value: role, label: teamRoleName(role) }))

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useInvite()
  const send = async (draft: InvitationDraft, confirmed: Confirmed) => {
    await mutateAsync({ body: draft, confirmed })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Invite Colleague"
      description={`We mail a link with which they create their account. It works for ${INVITATION_DAYS} days.`}
      onClose={onClose}
    >
      <Form schema={InvitationDraft} onSubmit={send} submit="Send Invitation" pending="Sending…" cancel={onClose}>
        <TextField name="email" label="Email" type="email" autoComplete="off" />
        <SelectField
          name="role"
          label="Role"
          options={roles}
          defaultValue="customer"
          help="Administrators manage licenses, billing and the team. Members use what is there."
        />
      </Form>
    </Dialog>
  )
}
