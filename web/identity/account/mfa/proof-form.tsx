import { Proof } from '#contract/identity/mfa.ts'
import { CodeField, PasswordField } from '#web/app/parts/proof-fields.tsx'
import type { ButtonLook } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'

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
