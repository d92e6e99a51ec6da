import { fullName } from '#contract/identity/session.ts'
import type { Member } from '#contract/identity/team.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { useChangeRole, useReactivateMember, useRemoveMember } from './api.ts'

export type MemberAction = 'promote' | 'demote' | 'remove' | 'reactivate'

type Props = { action: MemberAction; member: Member; isSelf: boolean; onClose: () => void }

export function MemberDialog({ action, member, isSelf, onClose }: Props) {
  const run = useAction(member)
  const name = isSelf ? 'yourself' : fullName(member)
  return <ConfirmDialog {...words(action, name, isSelf)} onConfirm={run[action]} onClose={onClose} />
}

function useAction({ id }: Member) {
  const { mutateAsync: changeRole } = useChangeRole()
  const { mutateAsync: remove } = useRemoveMember()
  const { mutateAsync: reactivate } = useReactivateMember()
  const params = { id }
  return {
    promote: (confirmed: Confirmation) => changeRole({ params, body: { role: 'org_admin' }, confirmed }),
    demote: (confirmed: Confirmation) => changeRole({ params, body: { role: 'customer' }, confirmed }),
    remove: (confirmed: Confirmation) => remove({ params, confirmed }),
    reactivate: (confirmed: Confirmation) => reactivate({ params, confirmed }),
  }
}

function words(action: MemberAction, name: string, isSelf: boolean) {
  const signedOut = isSelf
    ? 'You’ll be signed out immediately.'
    : 'They’ll be signed out immediately and sign in again with the new role.'
  return {
    promote: {
      title: `Make ${name} an administrator?`,
      description: `Administrators manage licenses, billing and the team. ${signedOut}`,
      confirm: 'Make Administrator',
      pending: 'Changing…',
      tone: 'primary' as const,
    },
    demote: {
      title: `Make ${name} a member?`,
      description: `Members no longer manage licenses, billing and the team. ${signedOut}`,
      confirm: 'Make Member',
      pending: 'Changing…',
    },
    remove: {
      title: `Remove ${name}?`,
      description:
        'Access ends immediately and all sessions are signed out. Their activity stays in the audit log. You can reactivate the account later.',
      confirm: 'Remove',
      pending: 'Removing…',
    },
    reactivate: {
      title: `Reactivate ${name}?`,
      description: 'They can sign in again with their password and previous role.',
      confirm: 'Reactivate',
      pending: 'Reactivating…',
      tone: 'primary' as const,
    },
  }[action]
}
