import { useState } from 'react'
import type { ApiFailure } from '#contract/errors.ts'
import { LoginForm, SIGN_IN_LIMITED, SSO_REQUIRED, type User } from '#contract/identity/session.ts'
import { ApiError } from '#web/app/api/api-error.ts'
import { useAuth } from '#web/identity/session/api.ts'
import { reasonOf } from '#web/identity/sso/use-sso-start.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField, TextField } from '#web/ui/form/text-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SsoButton, WithEmailProblem } from './sso-button.tsx'
import { useSsoOfField } from './use-sso-of-field.ts'

const ForgotPasswordDialog = onDemand(async () => (await import('./password-dialogs.tsx')).ForgotPasswordDialog)

const ContinueWithSso = onDemand(async () => (await import('./sso-link.tsx')).ContinueWithSso)

const LimitedCodeField = onDemand(async () => (await import('./limited-code-field.tsx')).LimitedCodeField)

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
  const { send, refusal, refuse } = useSignIn({ onCodeNeeded, onSignedIn })
  const sso = useSsoOfField()
  const [typed, setTyped] = useState('')
  const type = (event: { target: { value: string } }) => {
    setTyped(event.target.value)
    sso.solve()
  }
  const submit = (given: LoginForm) => {
    sso.forget()
    return send(given)
  }
  const ssoButton = { email, isPending: sso.isPending, onStart: sso.startTyped }
  return (
    <div className="grid gap-3">
      <Form schema={LoginForm} onSubmit={submit} submit="Sign In" pending="Signing in…" isKept={Boolean(email)}>
        <WithEmailProblem problem={sso.problem}>
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            {...(email ? { value: email, readOnly: true } : { ref: sso.field, onChange: type })}
          />
        </WithEmailProblem>
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        {refusal?.isLimited && <LimitedCodeField />}
        {refusal?.notice && <PendingNotice {...refusal.notice} />}
        {refusal && !refusal.notice && !sso.failure && (
          <Alert tone="danger">
            {refusal.message}
            {refusal.needsSso && <ContinueWithSso {...ssoButton} />}
          </Alert>
        )}
        {sso.failure && <Alert tone="danger">{sso.failure}</Alert>}
      </Form>
      <PasskeyButton email={email} onSignedIn={onSignedIn} onRefused={refuse} />
      <SsoButton {...ssoButton} />
      {!email && <ForgotPassword email={typed} onClosed={() => setTyped('')} />}
    </div>
  )
}

type Notice = { pending: NonNullable<ApiFailure['pending']>; given: LoginForm }

type Refusal = { message: string; needsSso: boolean; isLimited: boolean | undefined; notice?: Notice | undefined }

function useSignIn({ onCodeNeeded, onSignedIn }: Pick<Props, 'onCodeNeeded' | 'onSignedIn'>) {
  const { login } = useAuth()
  const [refusal, setRefusal] = useState<Refusal>()
  const refuse = (error: unknown, given?: LoginForm) => {
    const { code, pending } = error instanceof ApiError ? error : {}
    // Once asked for, the code stays asked for.
    const isLimited = code === SIGN_IN_LIMITED || refusal?.isLimited
    const needsSso = code === SSO_REQUIRED
    if (given || needsSso)
      setRefusal({ message: reasonOf(error), needsSso, isLimited, notice: given && pending && { given, pending } })
  }
  const send = async (given: LoginForm) => {
    try {
      const answer = await login.mutateAsync(given)
      if ('mfaRequired' in answer) onCodeNeeded()
      else onSignedIn?.(answer)
    } catch (error) {
      refuse(error, given)
      throw error
    }
  }
  return { send, refusal, refuse }
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
