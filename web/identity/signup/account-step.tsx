import { PASSWORD_LIMITS, RegistrationForm } from '#contract/identity/session.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Card } from '#web/ui/page/card.tsx'

type Props = { entered: RegistrationForm | undefined; onNext: (entered: RegistrationForm) => void }

export const AccountStep = ({ entered, onNext }: Props) => (
  <Card title="Organization & Account Details" description="The first person of an organization manages it.">
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
        defaultValue={entered?.organizationName}
        fieldClass="sm:col-span-2"
      />
      <TextField
        name="contactEmail"
        label="Contact Email"
        type="email"
        autoComplete="email"
        defaultValue={entered?.contactEmail}
        fieldClass="sm:col-span-2"
      />
      <TextField name="firstName" label="First Name" autoComplete="given-name" defaultValue={entered?.firstName} />
      <TextField name="lastName" label="Last Name" autoComplete="family-name" defaultValue={entered?.lastName} />
      <TextField name="username" label="Username" autoComplete="username" defaultValue={entered?.username} />
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        defaultValue={entered?.password}
        help={`${PASSWORD_LIMITS.min} characters or more.`}
      />
    </Form>
  </Card>
)
