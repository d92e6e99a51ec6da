import {
  Building2,
  CreditCard,
  Download,
  FolderArchive,
  Gauge,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  MailOpen,
  Receipt,
  ScrollText,
  Users,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { canOpen } from '#web/app/access.ts'
import { usePortal } from '#web/app/api/config.ts'
import { screens, type Screen, type ScreenPath } from '#web/app/router.tsx'
import { useAuth } from '#web/identity/session/api.ts'

type Section = { title: 'Customer Portal' | 'Admin Portal'; items: readonly (readonly [ScreenPath, LucideIcon])[] }

const sections: readonly Section[] = [
  {
    title: 'Customer Portal',
    items: [
      ['/', LayoutDashboard],
      ['/licenses', KeyRound],
      ['/billing', CreditCard],
      ['/downloads', Download],
      ['/support', LifeBuoy],
      ['/team', UsersRound],
    ],
  },
  {
    title: 'Admin Portal',
    items: [
      ['/admin/overview', Gauge],
      ['/admin/organizations', Building2],
      ['/admin/users', Users],
      ['/admin/files', FolderArchive],
      ['/admin/billing', Receipt],
      ['/admin/audit', ScrollText],
      ['/outbox', MailOpen],
    ],
  },
]

export type NavigationItem = { screen: Screen; icon: LucideIcon }

/** The screens that the user may open. Team requires an organization, the outbox a demo. */
export function useNavigation() {
  const { user } = useAuth()
  const isDemo = usePortal()?.demo ?? false
  const isShown = (screen: Screen) => {
    if (!user || !canOpen(screen.access, user.role)) return false
    if (screen.path === '/team') return user.organizationId !== null
    return screen.path !== '/outbox' || isDemo
  }
  return sections
    .map(({ title, items }) => ({ title, items: itemsOf(items).filter(({ screen }) => isShown(screen)) }))
    .filter(({ items }) => items.length > 0)
}

const itemsOf = (items: Section['items']): NavigationItem[] =>
  items.flatMap(([path, icon]) => screens.filter((screen) => screen.path === path).map((screen) => ({ screen, icon })))
