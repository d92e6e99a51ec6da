import * as z from 'zod/mini'
import { PASSWORD_LIMITS, PasswordReset } from '#contract/identity/session.ts'
import { useResetPassword } from '#web/identity/session/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const NewPasswordForm = z.pick(PasswordReset, { password: true })

export function NewPasswordDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const reset = useResetPassword()
  const change = async ({ password }: z.infer<typeof NewPasswordForm>) => {
    await reset.mutateAsync({ token, password })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Choose a new password"
      description="It signs you out everywhere else."
      onClose={onClose}
    >
      <Form schema={NewPasswordForm} onSubmit={change} submit="Change Password" pending="Changing…" cancel={onClose}>
        <TextField
          name="password"
          label="New password"
          type="password"
          autoComplete="new-password"
          help={`At least ${PASSWORD_LIMITS.min} characters.`}
        />
      </Form>
    </Dialog>
  )
}
