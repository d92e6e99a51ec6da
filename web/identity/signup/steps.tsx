import type { InputEvent } from 'react'
import { PASSWORD_LIMITS, RegistrationForm, Terms, type User } from '#contract/identity/session.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { useSubmitRegistration } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CheckboxField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField, TextField } from '#web/ui/form/text-field.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { keepDraft, type SignUpDraft } from './sign-up-draft.ts'

type Props = { entered: SignUpDraft & { password?: string }; onNext: (entered: RegistrationForm) => void }

export const AccountStep = ({ entered, onNext }: Props) => (
  <Card title="Organization & Account Details" description="You’ll be the administrator of this organization.">
    <div className="contents" onInput={keepTyped}>
      <Form
        schema={RegistrationForm}
        onSubmit={onNext}
        submit="Next"
        secondary={<Button disabled>Previous</Button>}
        className="sm:grid-cols-2"
      >
        <TextField
          name="organizationName"
          label="Organization Name"
          autoComplete="organization"
          defaultValue={entered.organizationName}
          fieldClass="sm:col-span-2"
        />
        <TextField
          name="contactEmail"
          label="Contact Email"
          type="email"
          autoComplete="username"
          defaultValue={entered.contactEmail}
          fieldClass="sm:col-span-2"
        />
        <TextField name="firstName" label="First Name" autoComplete="given-name" defaultValue={entered.firstName} />
        <TextField name="lastName" label="Last Name" autoComplete="family-name" defaultValue={entered.lastName} />
        <TextField name="username" label="Username" autoComplete="nickname" defaultValue={entered.username} />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          defaultValue={entered.password}
          help={`${PASSWORD_LIMITS.min} characters or more.`}
        />
      </Form>
    </div>
  </Card>
)

const keepTyped = ({ target }: InputEvent<HTMLElement>) => {
  if (target instanceof HTMLInputElement && target.form) keepDraft(target.form)
}

const terms = [
  [
    'Accurate information',
    'You give accurate information about yourself and your organization, and keep it up to date.',
  ],
  ['Secure credentials', 'You keep your credentials secure and tell us immediately if someone else may know them.'],
  ['Lawful use', 'You use the software and this portal for lawful purposes only.'],
  [
    'Sales team review and approval',
    'Our sales team reviews every registration. Your account can be used once it has been approved.',
  ],
  ['Compliance with license limits', 'You use the software on no more devices than your licenses allow.'],
] as const

type TermsProps = { account: RegistrationForm; onPrevious: () => void; onSubmitted: (user: User) => void }

export function TermsStep({ account, onPrevious, onSubmitted }: TermsProps) {
  const registration = useSubmitRegistration()
  const submit = () =>
    registration.mutateAsync(account).then(onSubmitted, (error: unknown) => {
      window.alert(serverMessage(error) ?? 'Registration failed')
    })
  return (
    <Card title="Terms and Conditions" description="Please read and accept them to finish.">
      <Form
        schema={Terms}
        onSubmit={submit}
        submit="Submit Registration"
        pending="Submitting..."
        secondary={
          <Button isPending={registration.isPending} onClick={onPrevious}>
            Previous
          </Button>
        }
      >
        <ScrollBox label="The terms" className="max-h-64 rounded-md border bg-sunken px-4 py-3">
          <ol className="grid list-decimal gap-3 pl-5">
            {terms.map(([title, sentence]) => (
              <li key={title}>
                <strong className="block font-semibold">{title}</strong>
                {sentence}
              </li>
            ))}
          </ol>
        </ScrollBox>
        <CheckboxField name="acceptTerms" label="I accept the terms and conditions" />
      </Form>
    </Card>
  )
}
