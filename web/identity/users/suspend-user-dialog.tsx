import { fullName, type User } from '#contract/identity/session.ts'
import { SuspendDialog } from '#web/app/parts/suspend-dialog.tsx'
import { useSuspendUser } from './api.ts'

export function SuspendUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync } = useSuspendUser()
  const name = fullName(user)
  return (
    <SuspendDialog
      name={name}
      description={`${name} is signed out everywhere at once and cannot sign in until an admin reactivates the account.${lastAdministrator(user)}`}
      onSuspend={(body, confirmed) => mutateAsync({ params: { id: user.id }, body, confirmed })}
      onClose={onClose}
    />
  )
}

/** The organization is not asked before: staff decide. */
const lastAdministrator = ({ role, organization }: User) =>
  role === 'org_admin' && organization ? ` If ${organization} has no other administrator, it has none until then.` : ''
