import { useState } from 'react'
import { LoginForm, SIGN_IN_LIMITED, type User } from '#contract/identity/session.ts'
import { ApiError, serverMessage } from '#web/app/api/api-error.ts'
import { useAuth } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const ForgotPasswordDialog = onDemand(async () => (await import('./password-dialogs.tsx')).ForgotPasswordDialog)

const CodeStep = onDemand(async () => (await import('./code-step.tsx')).CodeStep)

type Props = {
  /** The only account that may sign in, over a page whose session has ended. */
  email?: string
  onSignedIn?: (user: User) => unknown
}

/** Signing in sets the current user, and the page then leads to where the visitor came from. */
export function SignInForm({ email, onSignedIn }: Props) {
  const { send, needsCode, isLimited, refusal, restart } = useSignIn(onSignedIn)
  if (needsCode) return <CodeStep onBack={restart} onSignedIn={onSignedIn} isSameAccount={Boolean(email)} />
  return (
    <div className="grid gap-3">
      <Form schema={LoginForm} onSubmit={send} submit="Sign In" pending="Signing in…" isKept={Boolean(email)}>
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          {...(email && { value: email, readOnly: true })}
        />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
        {isLimited && (
          <TextField
            name="code"
            label="Authentication code"
            help="From your authenticator app, or a backup code. Needed here after many failed sign-ins."
            autoComplete="one-time-code"
            spellCheck={false}
          />
        )}
        {refusal && <Alert tone="danger">{refusal}</Alert>}
      </Form>
      {!email && <ForgotPassword />}
    </div>
  )
}

function useSignIn(onSignedIn: Props['onSignedIn']) {
  const { login } = useAuth()
  const [needsCode, setNeedsCode] = useState(false)
  const [isLimited, setLimited] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const send = async (given: LoginForm) => {
    setRefusal(undefined)
    try {
      const answer = await login.mutateAsync(given)
      if ('mfaRequired' in answer) setNeedsCode(true)
      else onSignedIn?.(answer)
    } catch (error) {
      if (error instanceof ApiError && error.code === SIGN_IN_LIMITED) setLimited(true)
      setRefusal(serverMessage(error) ?? 'You could not be signed in. Please try again.')
      throw error
    }
  }
  return { send, needsCode, isLimited, refusal, restart: () => setNeedsCode(false) }
}

function ForgotPassword() {
  const [isForgotten, setForgotten] = useState(false)
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
      {isForgotten && <ForgotPasswordDialog onClose={() => setForgotten(false)} />}
    </>
  )
}
