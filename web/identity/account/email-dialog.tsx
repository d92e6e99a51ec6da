import { EmailChange, type Account } from '#contract/identity/account.ts'
import { PasswordField } from '#web/app/parts/proof-fields.tsx'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeEmail } from './api.ts'

type Props = { account: Account; onClose: () => void }

export function EmailDialog({ account, onClose }: Props) {
  const change = useChangeEmail()
  const ask = async (body: EmailChange, confirmed: Confirmed) => {
    await change.mutateAsync({ body, confirmed })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Change email"
      description={`You keep signing in with ${account.user.email} until the new address is confirmed.`}
      onClose={onClose}
    >
      <Form schema={EmailChange} onSubmit={ask} submit="Send link" pending="Sending…" cancel={onClose}>
        <TextField name="email" label="New email" type="email" autoComplete="email" />
        <PasswordField />
      </Form>
    </Dialog>
  )
}
