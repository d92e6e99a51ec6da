import { useState } from 'react'
import { LoginForm, SIGN_IN_LIMITED } from '#contract/identity/session.ts'
import { ApiError } from '#web/app/api/api-error.ts'
import { useAuth } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const ForgotPasswordDialog = onDemand(async () => (await import('./password-dialogs.tsx')).ForgotPasswordDialog)

const CodeStep = onDemand(async () => (await import('./code-step.tsx')).CodeStep)

/** Signing in sets the current user, and the page then leads to the dashboard. */
export function SignInForm() {
  const { login } = useAuth()
  const [isForgotten, setForgotten] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [isLimited, setLimited] = useState(false)
  const send = (given: LoginForm) =>
    login.mutateAsync(given).then(
      (answer) => setNeedsCode('mfaRequired' in answer),
      (error: unknown) => {
        if (error instanceof ApiError && error.code === SIGN_IN_LIMITED) setLimited(true)
        throw error
      },
    )
  if (needsCode) return <CodeStep onBack={() => setNeedsCode(false)} />
  return (
    <div className="grid gap-3">
      <Form schema={LoginForm} onSubmit={send} submit="Sign In" pending="Signing in…">
        <TextField name="email" label="Email" type="email" autoComplete="username" />
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
      </Form>
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
    </div>
  )
}
