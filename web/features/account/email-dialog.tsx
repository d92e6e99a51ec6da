import { EmailChange } from '#contract/account.ts'
import { PasswordField } from '#web/app/proof-fields.tsx'
import type { Confirmed } from '#web/ui/confirmed.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Form } from '#web/ui/form.tsx'
import type { DialogProps } from './account-dialog.tsx'
import { useChangeEmail } from './api.ts'

export function EmailDialog({ account, onClose }: DialogProps) {
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
