import { fullName, type User } from '#contract/identity/session.ts'
import { ADDRESS_LINK_HOURS, EmailReplacement } from '#contract/identity/users.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useReplaceEmail } from '../changes-api.ts'

export function ReplaceEmailDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync } = useReplaceEmail()
  const replace = async (body: EmailReplacement, confirmed: Confirmation) => {
    await mutateAsync({ params: { id: user.id }, body, confirmed })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={`Replace the email address of ${fullName(user)}?`}
      description={consequence(user)}
      onClose={onClose}
    >
      <Form
        schema={EmailReplacement}
        onSubmit={replace}
        submit="Replace Address"
        submitLook="danger"
        pending="Replacing…"
        cancel={onClose}
      >
        <TextField
          name="email"
          label="New email address"
          type="email"
          autoComplete="off"
          help={`The current one is ${user.email}.`}
        />
      </Form>
    </Dialog>
  )
}

function consequence(user: User) {
  const name = fullName(user)
  const notice = user.isEmailVerified ? ', and a notice to the current one' : ''
  return `${name} is signed out everywhere, and the password, passkeys, API tokens and open invitations end. Two-factor authentication stays. We email the new address a link to choose a password within ${ADDRESS_LINK_HOURS} hours${notice}. Make sure that it is ${name} who asks.`
}
