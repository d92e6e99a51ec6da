import { Proof } from '#contract/mfa.ts'
import { CodeField, PasswordField } from '#web/app/proof-fields.tsx'
import type { ButtonLook } from '#web/ui/button.tsx'
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
    <PasswordField />
    <CodeField />
  </Form>
)
