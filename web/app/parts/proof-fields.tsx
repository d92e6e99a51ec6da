import { TextField } from '#web/ui/form/text-field.tsx'

// What somebody who is signed in proves to be it with.

export const PasswordField = () => (
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
