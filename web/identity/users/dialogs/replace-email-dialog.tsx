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
  if (user.status === 'pending') return 'We email the new address a link that confirms it.'
  const name = fullName(user)
  return `${name} is signed out everywhere, and the password, passkeys and API tokens stop working. We email the new address a link to choose a password within ${ADDRESS_LINK_HOURS} hours${user.isEmailVerified ? ', and a notice to the current one' : ''}. Make sure that it is ${name} who asks.`
}
