import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { useLocation } from 'wouter'
import { type User, fullName } from '#contract/identity/session.ts'
import { roleName } from '#contract/roles.ts'
import { useAuth, useCurrentUser } from '#web/identity/session/api.ts'
import { Menu } from '#web/ui/menu/menu.tsx'
import { Avatar } from '#web/ui/text/avatar.tsx'

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

const Who = (user: User) => (
  <span className="block max-w-60">
    <span className="block truncate font-medium">{fullName(user)}</span>
    <span className="block truncate text-[13px] font-normal text-fg2">{user.email}</span>
    <span className="mt-1 block text-xs font-normal text-fg2">{roleName(user.role)}</span>
  </span>
)
