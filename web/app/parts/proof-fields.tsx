import { useCurrentUser } from '#web/identity/session/api.ts'
import { TextField } from '#web/ui/form/text-field.tsx'

// Fields with which a signed-in user confirms their identity.

type PasswordProps = { name?: string; otherwise?: string }

/** `otherwise`: what a member does who has always used single sign-on. */
export function CurrentPasswordField({ name = 'password', otherwise = SET_ONE }: PasswordProps) {
  const { isSso } = useCurrentUser()
  return (
    <TextField
      name={name}
      label="Current password"
      type="password"
      autoComplete="current-password"
      help={isSso && `The password of this portal, not of single sign-on. ${otherwise}`}
    />
  )
}

const SET_ONE = 'If you have none, sign out and choose “Forgot your password?”.'

export const CodeField = () => (
  <TextField
    name="code"
    label="Authentication code"
    autoComplete="one-time-code"
    spellCheck={false}
    className="tabular-nums"
    help="From your authenticator app, or a backup code."
  />
)
