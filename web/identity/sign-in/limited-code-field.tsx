import { TextField } from '#web/ui/form/text-field.tsx'

export const LimitedCodeField = () => (
  <TextField
    name="code"
    label="Authentication code"
    help="From your authenticator app, or a backup code. Needed here after many failed sign-ins."
    autoComplete="one-time-code"
    spellCheck={false}
  />
)
