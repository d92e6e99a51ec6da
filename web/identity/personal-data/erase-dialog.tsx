import { Erasure } from '#contract/identity/personal-data.ts'
import { fullName, type User } from '#contract/identity/session.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useEraseUser } from './api.ts'

export function EraseDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync } = useEraseUser()
  const erase = async (body: Erasure, confirmed: Confirmation) => {
    await mutateAsync({ params: { id: user.id }, body, confirmed })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={`Erase the personal data of ${fullName(user)}?`}
      description="Name, username, email address and password are erased. Sessions, passkeys, API tokens, settings and the emails that the portal sent are deleted. This cannot be undone."
      onClose={onClose}
    >
      <Form
        schema={Erasure}
        onSubmit={erase}
        submit="Erase Personal Data"
        submitLook="danger"
        pending="Erasing…"
        cancel={onClose}
      >
        <Remains user={user} />
        <TextField
          name="email"
          label="Email address of this user"
          type="email"
          autoComplete="off"
          help={`Enter ${user.email} to confirm.`}
        />
      </Form>
    </Dialog>
  )
}

const Remains = ({ user: { organization } }: { user: User }) => (
  <ul className="grid list-disc gap-1.5 pl-5">
    <li>
      Tickets, comments, requests and payments stay, and show “Erased user” instead of the name. Read first what the
      person wrote, if it must not stay.
    </li>
    <li>
      The audit log keeps the name. The portal shows it only in entries about other records, such as the assignee of a
      ticket.
    </li>
    {organization && (
      <li>The contact email of {organization} stays, with the emails to it. Change it first if it is this person’s.</li>
    )}
  </ul>
)
