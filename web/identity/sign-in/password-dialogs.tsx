import * as z from 'zod/mini'
import { PasswordResetRequest, RESET_REQUESTED, PASSWORD_LIMITS, PasswordReset } from '#contract/identity/session.ts'
import { useRequestPasswordReset, useResetPassword, SIGNED_OUT_ELSEWHERE } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField, TextField } from '#web/ui/form/text-field.tsx'
import { useReturnPath } from './use-return-path.ts'

type ForgotProps = {
  email: string
  onClose: () => void
}

export function ForgotPasswordDialog({ email: typed, onClose }: ForgotProps) {
  const request = useRequestPasswordReset()
  const next = useReturnPath()
  return (
    <Dialog
      size="small"
      title="Reset your password"
      description="We’ll email you a link to choose a new one."
      onClose={onClose}
    >
      {request.isSuccess ? (
        <Sent onClose={onClose} />
      ) : (
        <Form
          schema={PasswordResetRequest}
          onSubmit={({ email }) => request.mutateAsync({ body: { email, next } })}
          submit="Send Reset Email"
          pending="Sending…"
          cancel={onClose}
        >
          <TextField name="email" label="Email" type="email" autoComplete="username" defaultValue={typed} />
        </Form>
      )}
    </Dialog>
  )
}

const Sent = ({ onClose }: { onClose: () => void }) => (
  <div className="grid gap-4">
    <Alert tone="success">{RESET_REQUESTED}</Alert>
    <Button className="justify-self-end" onClick={onClose}>
      Close
    </Button>
  </div>
)

const NewPasswordForm = z.pick(PasswordReset, { password: true })

export function NewPasswordDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const reset = useResetPassword()
  const change = async ({ password }: z.infer<typeof NewPasswordForm>) => {
    await reset.mutateAsync({ token, password })
    onClose()
  }
  return (
    <Dialog size="small" title="Choose a new password" description={SIGNED_OUT_ELSEWHERE} onClose={onClose}>
      <Form schema={NewPasswordForm} onSubmit={change} submit="Change Password" pending="Changing…" cancel={onClose}>
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          help={`At least ${PASSWORD_LIMITS.min} characters.`}
        />
      </Form>
    </Dialog>
  )
}
