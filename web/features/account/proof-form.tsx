import { Proof } from '#contract/mfa.ts'
import type { ButtonLook } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Form } from '#web/ui/form.tsx'

type Props = {
  onSubmit: (proof: Proof) => unknown
  submit: string
  pending: string
  submitLook?: ButtonLook['variant']
  cancel: () => void
}

/** What every change to two-factor authentication asks for. */
export const ProofForm = (form: Props) => (
  <Form schema={Proof} {...form}>
    <TextField name="password" label="Current password" type="password" autoComplete="current-password" />
    <TextField
      name="code"
      label="Authentication code"
      autoComplete="one-time-code"
      spellCheck={false}
      className="tabular-nums"
      help="From your authenticator app, or a backup code."
    />
  </Form>
)
