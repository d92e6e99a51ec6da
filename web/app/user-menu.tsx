import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { useLocation } from 'wouter'
import { roleName } from '#contract/roles.ts'
import type { CurrentUser } from '#contract/session.ts'
import { fullName } from '#contract/user.ts'
import { useAuth, useCurrentUser } from '#web/features/session/api.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu } from '#web/ui/menu.tsx'

export function UserMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const user = useCurrentUser()
  const { logout } = useAuth()
  const [, navigate] = useLocation()
  return (
    <Menu
      trigger={
        <button type="button" className="ml-1 rounded-full max-sm:p-1">
          <Avatar name={fullName(user)} />
          <span className="sr-only">User menu</span>
        </button>
      }
      header={<Who {...user} />}
      items={[
        { label: 'Account', icon: UserRound, onSelect: () => navigate('/account') },
        { label: 'Keyboard shortcuts', icon: Keyboard, onSelect: onShowShortcuts },
        { label: 'Log out', icon: LogOut, onSelect: () => logout.mutate() },
      ]}
    />
  )
}

const Who = (user: CurrentUser) => (
  <span className="block max-w-60">
    <span className="block truncate font-medium">{fullName(user)}</span>
    <span className="block truncate text-[13px] font-normal text-fg2">{user.email}</span>
    <span className="mt-1 block text-xs font-normal text-fg2">{roleName(user.role)}</span>
  </span>
)
