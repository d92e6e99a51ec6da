import { useState, type ComponentProps } from 'react'
import { fullName, type User } from '#contract/identity/session.ts'
import { SuspendDialog } from '#web/app/parts/suspend-dialog.tsx'
import { EraseDialog } from '#web/identity/personal-data/parts.tsx'
import { ViewDialog } from '#web/identity/viewings/parts.tsx'
import { SignUpDialog } from '#web/operations/sign-ups/parts.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import {
  useActivateUser,
  useChangeRole,
  useEndSessions,
  useMailPasswordReset,
  useMailVerification,
  useReactivateUser,
  useResetMfa,
  useSuspendUser,
} from '../changes-api.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { ReplaceEmailDialog } from './replace-email-dialog.tsx'
import { staffMayDo } from '../staff-roles.ts'

export type UserAction =
  | 'activate'
  | 'decline'
  | 'suspend'
  | 'reactivate'
  | 'mailVerification'
  | 'mailPasswordReset'
  | 'replaceEmail'
  | 'resetMfa'
  | 'endSessions'
  | 'promote'
  | 'demote'
  | 'erase'
  | 'view'

type Props = { action: UserAction; user: User; onClose: () => void }

export function UserDialog({ action, user, onClose }: Props) {
  const run = useAction(user)
  if (action === 'suspend') return <SuspendUserDialog user={user} onClose={onClose} />
  if (action === 'view') return <ViewDialog person={user} onClose={onClose} />
  if (action === 'replaceEmail') return <ReplaceEmailDialog user={user} onClose={onClose} />
  if (action === 'erase') return <EraseDialog user={user} onClose={onClose} />
  if (action === 'decline') return <DeclineDialog user={user} onClose={onClose} onDeclined={onClose} />
  if (action === 'activate') return <Decision user={user} onActivate={run.activate} onClose={onClose} />
  return <ConfirmDialog {...words(action, user)} onConfirm={run[action]} onClose={onClose} />
}

type DecisionProps = Omit<ComponentProps<typeof SignUpDialog>, 'onDecline'>

/** The registration stays open below, with its input. */
function Decision(props: DecisionProps) {
  const { user, onClose } = props
  const [isDeclining, decline] = useState(false)
  return (
    <>
      <SignUpDialog {...props} onDecline={() => decline(true)} />
      {isDeclining && <DeclineDialog user={user} onClose={() => decline(false)} onDeclined={onClose} />}
    </>
  )
}

function useAction({ id }: User) {
  const { mutateAsync: activate } = useActivateUser()
  const { mutateAsync: reactivate } = useReactivateUser()
  const { mutateAsync: mailVerification } = useMailVerification()
  const { mutateAsync: mailPasswordReset } = useMailPasswordReset()
  const { mutateAsync: resetMfa } = useResetMfa()
  const { mutateAsync: endSessions } = useEndSessions()
  const { mutateAsync: changeRole } = useChangeRole()
  const params = { id }
  return {
    activate: (confirmed: Confirmation) => activate({ params, confirmed }),
    reactivate: (confirmed: Confirmation) => reactivate({ params, confirmed }),
    mailVerification: (confirmed: Confirmation) => mailVerification({ params, confirmed }),
    mailPasswordReset: (confirmed: Confirmation) => mailPasswordReset({ params, confirmed }),
    resetMfa: (confirmed: Confirmation) => resetMfa({ params, confirmed }),
    endSessions: (confirmed: Confirmation) => endSessions({ params, confirmed }),
    promote: (confirmed: Confirmation) => changeRole({ params, body: { role: 'admin' }, confirmed }),
    demote: (confirmed: Confirmation) => changeRole({ params, body: { role: 'agent' }, confirmed }),
  }
}

function words(
  action: Exclude<UserAction, 'suspend' | 'activate' | 'decline' | 'erase' | 'view' | 'replaceEmail'>,
  user: User,
) {
  const name = fullName(user)
  return {
    reactivate: {
      title: `Reactivate ${name}?`,
      description: `${name} can sign in again with their password and previous role, even if their organization removed them. We email them.`,
      confirm: 'Reactivate',
      pending: 'Reactivating…',
      tone: 'primary' as const,
    },
    mailVerification: {
      title: 'Resend the verification?',
      description: `We email ${user.email} a new link that confirms the address.`,
      confirm: 'Resend',
      pending: 'Sending…',
      tone: 'primary' as const,
    },
    mailPasswordReset: {
      title: `Email ${name} a password reset?`,
      description: `We email ${user.email} a link to choose a new password. The current one works until then.`,
      confirm: 'Send',
      pending: 'Sending…',
      tone: 'primary' as const,
    },
    resetMfa: {
      title: `Reset MFA of ${name}?`,
      description: `The authenticator app, the backup codes and the passkeys of ${name} stop working, sessions, API tokens and open invitations end, and only a password is needed to sign in. We email ${user.email} about it. Make sure that it is ${name} who asks.`,
      confirm: 'Reset MFA',
      pending: 'Resetting…',
    },
    endSessions: {
      title: `End all sessions of ${name}?`,
      description: `${name} is signed out everywhere immediately and can sign in again.`,
      confirm: 'End Sessions',
      pending: 'Ending…',
    },
    promote: {
      title: `Make ${name} an admin?`,
      description: `${staffMayDo.admin} ${signedOut(name)}`,
      confirm: 'Make Admin',
      pending: 'Changing…',
      tone: 'primary' as const,
    },
    demote: {
      title: `Make ${name} an agent?`,
      description: `${staffMayDo.agent} ${signedOut(name)}`,
      confirm: 'Make Agent',
      pending: 'Changing…',
    },
  }[action]
}

const signedOut = (name: string) => `${name} is signed out everywhere immediately and signs in again with the new role.`

function SuspendUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync } = useSuspendUser()
  const name = fullName(user)
  return (
    <SuspendDialog
      name={name}
      description={`${name} is signed out everywhere immediately and can’t sign in until an admin reactivates the account.${lastAdministrator(user)}`}
      onSuspend={(body, confirmed) => mutateAsync({ params: { id: user.id }, body, confirmed })}
      onClose={onClose}
    />
  )
}

/** Staff decide without asking the organization. */
const lastAdministrator = ({ role, organization }: User) =>
  role === 'org_admin' && organization ? ` If ${organization} has no other administrator, it has none until then.` : ''
