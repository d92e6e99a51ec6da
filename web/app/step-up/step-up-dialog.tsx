import { CodeForm, PasswordForm } from '#contract/identity/mfa.ts'
import { CONFIRMED_MINUTES, stepUp, type Confirmation } from '#contract/identity/step-up.ts'
import { useWrite } from '#web/app/api/data.ts'
import { sendProved } from '#web/app/parts/fresh-proof.ts'
import { CodeField, CurrentPasswordField } from '#web/app/parts/proof-fields.tsx'
import { useAccount } from '#web/identity/account/api.ts'
import { useConfirmByPasskey } from '#web/identity/passkeys/api.ts'
import { canUsePasskeys, useCurrentUser } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'

type Props = { onAnswer: (isConfirmed: boolean) => void }

/** Asks for a code if signing in requires one, otherwise for the password. */
export function StepUpDialog({ onAnswer }: Props) {
  const { isMfaEnabled } = useCurrentUser()
  const { mutateAsync: confirm } = useWrite(stepUp.confirm, { failure: 'Confirmation failed' })
  const cancel = () => onAnswer(false)
  const send = async (body: Confirmation) => {
    await sendProved(() => confirm({ body }))
    onAnswer(true)
  }

  return (
    <Dialog
      size="small"
      title="Confirm it’s you"
      description={`We ask before sensitive changes, at most once every ${CONFIRMED_MINUTES} minutes.`}
      onClose={cancel}
    >
      <Form
        schema={isMfaEnabled ? CodeForm : PasswordForm}
        onSubmit={send}
        submit="Confirm"
        pending="Confirming…"
        cancel={cancel}
        secondary={<PasskeyConfirmation onConfirmed={() => onAnswer(true)} />}
      >
        {isMfaEnabled ? <CodeField /> : <CurrentPasswordField otherwise={SIGN_IN_AGAIN} />}
      </Form>
    </Dialog>
  )
}

const SIGN_IN_AGAIN = 'If you have none, sign out and sign in again. That confirms it, too.'

function PasskeyConfirmation({ onConfirmed }: { onConfirmed: () => void }) {
  const { data: account } = useAccount()
  const { mutate: confirm, isPending } = useConfirmByPasskey()
  if (!canUsePasskeys() || !account?.passkeys.length) return null
  return (
    <Button
      className="order-first mr-auto"
      isPending={isPending}
      onClick={() => confirm(undefined, { onSuccess: (answer) => answer && onConfirmed() })}
    >
      Use a passkey
    </Button>
  )
}
