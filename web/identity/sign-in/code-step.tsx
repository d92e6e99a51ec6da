import { useState, type ChangeEvent } from 'react'
import { CodeForm } from '#contract/identity/mfa.ts'
import { plainCode, type User, SIGN_IN_AGAIN } from '#contract/identity/session.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { useFinishLogin } from '#web/identity/account/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const APP = {
  label: 'Authentication code',
  help: 'Six digits from your authenticator app.',
  other: 'Use a backup code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
} as const

/** One field for both kinds; a numeric keypad couldn't type a backup code. */
const BACKUP = {
  label: 'Backup code',
  help: 'Letters and digits, with or without dashes. Each code works once.',
  other: 'Use your authenticator app',
  inputMode: 'text',
  autoComplete: 'off',
} as const

type Props = {
  onBack: () => void
  onSignedIn?: ((user: User) => unknown) | undefined
  /** Over a page whose session has ended, no other account can sign in. */
  isSameAccount: boolean
}

/** An authenticator's code is sent as soon as it is whole. */
const sendWhole = ({ target }: ChangeEvent<HTMLInputElement>) => {
  if (/^\d{6}$/.test(plainCode(target.value))) target.form?.requestSubmit()
}

/** The second step of signing in. Returns to the first when the password has to be entered again. */
export function CodeStep({ onBack, onSignedIn, isSameAccount }: Props) {
  const finish = useFinishLogin()
  const [{ other, ...field }, setKind] = useState<typeof APP | typeof BACKUP>(APP)
  const send = (form: CodeForm) =>
    finish.mutateAsync(form).then(onSignedIn, (error: unknown) => {
      if (serverMessage(error) === SIGN_IN_AGAIN) return onBack()
      throw error
    })
  return (
    <div className="grid gap-3">
      <Form schema={CodeForm} onSubmit={send} submit="Verify" pending="Verifying…" isKept={isSameAccount}>
        <TextField
          {...field}
          key={field.label}
          name="code"
          onChange={field.label === APP.label ? sendWhole : undefined}
          ref={focusOnShow}
          spellCheck={false}
          className="tabular-nums"
        />
      </Form>
      <div className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-[13px]">
        <Button variant="link" size="inline" onClick={() => setKind(field.label === APP.label ? BACKUP : APP)}>
          {other}
        </Button>
        {!isSameAccount && (
          <Button variant="link" size="inline" onClick={onBack}>
            Use another account
          </Button>
        )}
      </div>
    </div>
  )
}
