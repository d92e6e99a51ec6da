import { SuspensionReason, fullName, type User } from '#contract/user.ts'
import { SuspensionReasonField } from '#web/app/suspension-reason-field.tsx'
import type { Confirmed } from '#web/ui/confirmed.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { useSuspendUser } from './api.ts'

export function SuspendDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync } = useSuspendUser()
  const name = fullName(user)
  const save = async (body: SuspensionReason, confirmed: Confirmed) => {
    await mutateAsync({ params: { id: user.id }, body, confirmed })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={`Suspend ${name}?`}
      description={`${name} is signed out everywhere at once and cannot sign in until an admin reactivates the account.${lastAdministrator(user)}`}
      onClose={onClose}
    >
      <Form
        schema={SuspensionReason}
        onSubmit={save}
        submit="Suspend"
        submitLook="danger"
        pending="Suspending…"
        cancel={onClose}
      >
        <SuspensionReasonField />
      </Form>
    </Dialog>
  )
}

/** The organization is not asked before: staff decide. */
const lastAdministrator = ({ role, organization }: User) =>
  role === 'org_admin' && organization ? ` If ${organization} has no other administrator, it has none until then.` : ''
