import { PasswordResetRequest, RESET_REQUESTED } from '#contract/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Form } from '#web/ui/form.tsx'
import { useRequestPasswordReset } from './api.ts'

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
