import { useState } from 'react'
import { LoginForm } from '#contract/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Form } from '#web/ui/form.tsx'
import { intent, onDemand } from '#web/ui/on-demand.tsx'
import { useAuth } from './api.ts'

const ForgotPasswordDialog = onDemand(async () => (await import('./forgot-password-dialog.tsx')).ForgotPasswordDialog)

const CodeStep = onDemand(async () => (await import('./code-step.tsx')).CodeStep)

/** Signing in sets the current user, and the page then leads to the dashboard. */
export function SignInForm() {
  const { login } = useAuth()
  const [isForgotten, setForgotten] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  if (needsCode) return <CodeStep onBack={() => setNeedsCode(false)} />
  return (
    <div className="grid gap-3">
      <Form
        schema={LoginForm}
        onSubmit={async (given) => setNeedsCode('mfaRequired' in (await login.mutateAsync(given)))}
        submit="Sign In"
        pending="Signing in…"
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
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
