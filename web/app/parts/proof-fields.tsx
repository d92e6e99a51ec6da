import { TextField } from '#web/ui/form/text-field.tsx'

// Fields with which a signed-in user confirms their identity.

export const CurrentPasswordField = () => (
  <TextField name="password" label="Current password" type="password" autoComplete="current-password" />
)

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
