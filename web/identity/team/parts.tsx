import { PASSWORD_LIMITS, fullName } from '#contract/identity/session.ts'
import { JoinForm, type OpenInvitation } from '#contract/identity/team.ts'
import { finalRefusal, serverMessage } from '#web/app/api/api-error.ts'
import { useAuth } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { LoadFailure, notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField, TextField } from '#web/ui/form/text-field.tsx'
import { useAcceptInvitation, useInvitation } from './api.ts'
import { JoinBySso } from './join-by-sso.tsx'

type Props = { token: string; onClose: () => void }

export function JoinDialog({ token, onClose }: Props) {
  const { user } = useAuth()
  const { data, error, refetch } = useInvitation(token)
  const refusal = finalRefusal(error)
  return (
    <Dialog
      size="small"
      title={data ? `Join ${data.organization}` : 'Invitation'}
      description={data && !user ? (data.isSsoRequired ? WITH_SSO : WITH_PASSWORD) : undefined}
      onClose={onClose}
    >
      {refusal ? (
        <Alert tone="danger">{refusal}</Alert>
      ) : data && user ? (
        <SignOutFirst name={fullName(user)} />
      ) : data ? (
        <NewAccount invitation={data} token={token} onClose={onClose} />
      ) : error ? (
        <LoadFailure sentence={serverMessage(error) ?? notLoaded('the invitation')} retry={() => void refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  )
}

const WITH_PASSWORD = 'Create your account. You’ll be signed in.'
const WITH_SSO = 'Use the account that you have at your organization.'

const NewAccount = ({
  invitation: { email, hasSso, isSsoRequired },
  ...form
}: Props & { invitation: OpenInvitation }) => (
  <div className="grid gap-4">
    {hasSso && <JoinBySso email={email} isOnlyWay={isSsoRequired} />}
    {!isSsoRequired && <AccountForm {...form} email={email} />}
  </div>
)

/** An invitation creates a new account, so the current user must sign out first. */
function SignOutFirst({ name }: { name: string }) {
  const { logout } = useAuth()
  return (
    <div className="grid gap-4">
      <Alert>You are signed in as {name}. Sign out to accept this invitation.</Alert>
      <Button variant="primary" isPending={logout.isPending} onClick={() => logout.mutate()}>
        Sign Out
      </Button>
    </div>
  )
}

function AccountForm({ token, email, onClose }: Props & { email: string }) {
  const { mutateAsync } = useAcceptInvitation(onClose)
  return (
    <Form
      schema={JoinForm}
      onSubmit={(form) => mutateAsync({ ...form, token })}
      submit="Create Account"
      pending="Creating…"
      cancel={onClose}
      className="sm:grid-cols-2"
    >
      <TextField
        name="email"
        label="Email"
        autoComplete="username"
        readOnly
        value={email}
        help="The invitation was sent here."
        fieldClass="sm:col-span-2"
      />
      <TextField name="firstName" label="First Name" autoComplete="given-name" />
      <TextField name="lastName" label="Last Name" autoComplete="family-name" />
      <TextField name="username" label="Username" autoComplete="nickname" fieldClass="sm:col-span-2" />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        help={`${PASSWORD_LIMITS.min} characters or more.`}
        fieldClass="sm:col-span-2"
      />
    </Form>
  )
}
