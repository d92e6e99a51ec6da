import { useState } from 'react'
import type { ApiFailure } from '#contract/errors.ts'
import { LoginForm, SIGN_IN_LIMITED, type User } from '#contract/identity/session.ts'
import { ApiError, serverMessage } from '#web/app/api/api-error.ts'
import { useAuth } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField, TextField } from '#web/ui/form/text-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'

const ForgotPasswordDialog = onDemand(async () => (await import('./password-dialogs.tsx')).ForgotPasswordDialog)

const PendingNotice = onDemand(async () => (await import('./pending-notice.tsx')).PendingNotice)

type Props = {
  /** The only account that may sign in, over a page whose session has ended. */
  email?: string
  /** The password was right, and the account has two-factor authentication. */
  onCodeNeeded: () => void
  onSignedIn?: (user: User) => unknown
}

/** Signing in sets the current user, and the page then leads to where the visitor came from. */
export function SignInForm({ email, onCodeNeeded, onSignedIn }: Props) {
  const { send, refusal } = useSignIn({ onCodeNeeded, onSignedIn })
  const [typed, setTyped] = useState('')
  const known = email ? { value: email, readOnly: true } : { ref: focusOnShow, onChange: setTo(setTyped) }
  return (
    <div className="grid gap-3">
      <Form schema={LoginForm} onSubmit={send} submit="Sign In" pending="Signing in…" isKept={Boolean(email)}>
        <TextField name="email" label="Email" type="email" autoComplete="username" {...known} />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        {refusal?.isLimited && (
          <TextField
            name="code"
            label="Authentication code"
            help="From your authenticator app, or a backup code. Needed here after many failed sign-ins."
            autoComplete="one-time-code"
            spellCheck={false}
          />
        )}
        {refusal?.pending && <PendingNotice pending={refusal.pending} given={refusal.given} />}
        {refusal && !refusal.pending && <Alert tone="danger">{refusal.message}</Alert>}
      </Form>
      <PasskeyButton email={email} onSignedIn={onSignedIn} />
      {!email && <ForgotPassword email={typed} onClosed={() => setTyped('')} />}
    </div>
  )
}

const setTo = (set: (value: string) => void) => (event: { target: { value: string } }) => set(event.target.value)

type Refusal = { given: LoginForm; message: string; isLimited: boolean; pending: ApiFailure['pending'] }

function useSignIn({ onCodeNeeded, onSignedIn }: Pick<Props, 'onCodeNeeded' | 'onSignedIn'>) {
  const { login } = useAuth()
  const [refusal, setRefusal] = useState<Refusal>()
  const send = async (given: LoginForm) => {
    try {
      const answer = await login.mutateAsync(given)
      if ('mfaRequired' in answer) onCodeNeeded()
      else onSignedIn?.(answer)
    } catch (error) {
      const { code, pending } = error instanceof ApiError ? error : {}
      const message = serverMessage(error) ?? 'You could not be signed in. Please try again.'
      // Once asked for, the code stays asked for.
      const isLimited = code === SIGN_IN_LIMITED || Boolean(refusal?.isLimited)
      setRefusal({ given, message, isLimited, pending })
      throw error
    }
  }
  return { send, refusal }
}

type ForgotProps = { email: string; onClosed: () => void }

function ForgotPassword({ email, onClosed }: ForgotProps) {
  const [isForgotten, setForgotten] = useState(false)
  const close = () => {
    setForgotten(false)
    onClosed()
  }
  return (
    <>
      <Button
        variant="link"
        size="inline"
        className="mx-auto text-[13px]"
        {...intent(ForgotPasswordDialog)}
        onClick={() => setForgotten(true)}
      >
        Forgot your password?
      </Button>
      {isForgotten && <ForgotPasswordDialog email={email} onClose={close} />}
    </>
  )
}
