import { fullName, type User } from '#contract/user.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useEndSessions, useReactivateUser, useResetMfa, useSuspendUser } from './api.ts'

export type UserAction = 'suspend' | 'reactivate' | 'resetMfa' | 'endSessions'

type Props = { action: UserAction; user: User; onClose: () => void }

/** Names the person and what it means for them. */
export function UserDialog({ action, user, onClose }: Props) {
  const run = useAction(user)
  return <ConfirmDialog {...words(action, user)} onConfirm={run[action]} onClose={onClose} />
}

function useAction({ id }: User) {
  const { mutateAsync: suspend } = useSuspendUser()
  const { mutateAsync: reactivate } = useReactivateUser()
  const { mutateAsync: resetMfa } = useResetMfa()
  const { mutateAsync: endSessions } = useEndSessions()
  const input = { params: { id } }
  return {
    suspend: () => suspend(input),
    reactivate: () => reactivate(input),
    resetMfa: () => resetMfa(input),
    endSessions: () => endSessions(input),
  }
}

function words(action: UserAction, user: User) {
  const name = fullName(user)
  return {
    suspend: {
      title: `Suspend ${name}?`,
      description: `${name} is signed out everywhere at once and cannot sign in until an admin reactivates the account.${lastOne(user)}`,
      confirm: 'Suspend',
      pending: 'Suspending…',
    },
    reactivate: {
      title: `Reactivate ${name}?`,
      description: `${name} can sign in again with the password and the role they had, also if their own organization had removed them, and is told by mail.`,
      confirm: 'Reactivate',
      pending: 'Reactivating…',
      tone: 'primary' as const,
    },
    resetMfa: {
      title: `Reset MFA of ${name}?`,
      description: `The authenticator app and the backup codes of ${name} stop working, every session ends, and the password alone signs in. Make sure that it is ${name} who asks.`,
      confirm: 'Reset MFA',
      pending: 'Resetting…',
    },
    endSessions: {
      title: `End all sessions of ${name}?`,
      description: `${name} is signed out everywhere at once and can sign in again.`,
      confirm: 'End Sessions',
      pending: 'Ending…',
    },
  }[action]
}

/** A company is not asked before: who runs the portal decides. */
const lastOne = ({ role, organization }: User) =>
  role === 'org_admin' && organization
    ? ` If nobody else administers ${organization}, it has no administrator meanwhile.`
    : ''
