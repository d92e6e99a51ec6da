import { PasswordResetRequest, RESET_REQUESTED } from '#contract/identity/session.ts'
import { useRequestPasswordReset } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

export function ForgotPasswordDialog({ onClose }: { onClose: () => void }) {
  const request = useRequestPasswordReset()
  return (
    <Dialog
      size="small"
      title="Reset your password"
      description="We send you a link that lets you choose a new one."
      onClose={onClose}
    >
      {request.isSuccess ? (
        <Sent onClose={onClose} />
      ) : (
        <Form
          schema={PasswordResetRequest}
          onSubmit={(body) => request.mutateAsync({ body })}
          submit="Send Reset Email"
          pending="Sending…"
          cancel={onClose}
        >
          <TextField name="email" label="Email" type="email" autoComplete="username" />
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
