import {
  AtSign,
  Ban,
  CircleX,
  Eraser,
  Eye,
  KeyRound,
  LogOut,
  Mail,
  MailCheck,
  ScrollText,
  ShieldMinus,
  ShieldPlus,
  Undo2,
} from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { canErase } from '#contract/identity/personal-data.ts'
import { fullName, type User } from '#contract/identity/session.ts'
import {
  canActivate,
  canChangeRole,
  canDecline,
  canEndSessions,
  canMailPasswordReset,
  canMailVerification,
  canReactivate,
  canReplaceEmail,
  canResetMfa,
  canSuspend,
} from '#contract/identity/users.ts'
import { canBeViewed } from '#contract/identity/viewings.ts'
import { links } from '#web/app/links.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { offered, type MenuItem } from '#web/ui/menu/menu-item.ts'
import { RowActions } from '#web/ui/table/table-row.tsx'
import { ActivateButton } from './activate-button.tsx'
import type { UserAction } from './dialogs/user-dialog.tsx'

export type OnOpen = (opened: { action: UserAction; user: User }) => void

export function UserActions({ user, onOpen }: { user: User; onOpen: OnOpen }) {
  const self = useCurrentUser()
  return (
    <span className="inline-flex items-center gap-1">
      {canActivate(user) && <ActivateButton user={user} onClick={() => onOpen({ action: 'activate', user })} />}
      <RowActions name={fullName(user)} items={actionsFor(user, self, onOpen)} />
    </span>
  )
}

export function actionsFor(user: User, self: Pick<User, 'id'>, onOpen: OnOpen): MenuItem[] {
  const open = (action: UserAction) => onOpen({ action, user })
  return [
    { label: 'Show Activity', icon: ScrollText, onSelect: () => navigate(links.auditBy(user.id)) },
    ...offered(canBeViewed(user), { label: 'View as Customer', icon: Eye, onSelect: () => open('view') }),
    ...offered(canMailVerification(user), {
      label: 'Resend Verification',
      icon: MailCheck,
      onSelect: () => open('mailVerification'),
    }),
    ...offered(canMailPasswordReset(user, self), {
      label: 'Email Password Reset',
      icon: Mail,
      onSelect: () => open('mailPasswordReset'),
    }),
    ...offered(canReactivate(user), { label: 'Reactivate', icon: Undo2, onSelect: () => open('reactivate') }),
    ...offered(canChangeRole(user, self), otherRole(user, open)),
    ...offered(canDecline(user), { label: 'Decline', icon: CircleX, tone: 'danger', onSelect: () => open('decline') }),
    ...offered(canEndSessions(user, self), {
      label: 'End Sessions',
      icon: LogOut,
      tone: 'danger',
      onSelect: () => open('endSessions'),
    }),
    ...offered(canReplaceEmail(user), {
      label: 'Replace Email Address',
      icon: AtSign,
      tone: 'danger',
      onSelect: () => open('replaceEmail'),
    }),
    ...offered(canResetMfa(user, self), {
      label: 'Reset MFA',
      icon: KeyRound,
      tone: 'danger',
      onSelect: () => open('resetMfa'),
    }),
    ...offered(canSuspend(user, self), {
      label: 'Suspend',
      icon: Ban,
      tone: 'danger',
      onSelect: () => open('suspend'),
    }),
    ...offered(canErase(user), {
      label: 'Erase Personal Data',
      icon: Eraser,
      tone: 'danger',
      onSelect: () => open('erase'),
    }),
  ]
}

const otherRole = ({ role }: User, open: (action: UserAction) => void): MenuItem =>
  role === 'admin'
    ? { label: 'Make Agent', icon: ShieldMinus, onSelect: () => open('demote') }
    : { label: 'Make Admin', icon: ShieldPlus, onSelect: () => open('promote') }
