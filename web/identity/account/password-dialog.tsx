import { PasswordChange, type Account } from '#contract/identity/account.ts'
import { PASSWORD_LIMITS } from '#contract/identity/session.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangePassword } from './api.ts'

type Props = { account: Account; onClose: () => void }

export function PasswordDialog({ account: { user }, onClose }: Props) {
  const change = useChangePassword()
  const save = async (body: PasswordChange) => {
    await change.mutateAsync({ body })
    onClose()
  }
  return (
    <Dialog size="small" title="Change password" description="It signs you out everywhere else." onClose={onClose}>
      <Form schema={PasswordChange} onSubmit={save} submit="Change password" pending="Changing…" cancel={onClose}>
        <TextField name="currentPassword" label="Current password" type="password" autoComplete="current-password" />
        <TextField
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          help={`At least ${PASSWORD_LIMITS.min} characters.`}
        />
        {/* Tells password managers whose password this is. Last, because a dialog's focus goes to its first field. */}
        <input type="text" autoComplete="username" defaultValue={user.email} readOnly hidden />
      </Form>
    </Dialog>
  )
}
