import {
  BookOpen,
  Building2,
  ChartLine,
  CreditCard,
  Download,
  FolderArchive,
  Gauge,
  Inbox,
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
import { links } from '#web/app/links.ts'
import { screens, type Screen, type ScreenPath } from '#web/app/router.tsx'
import { useAuth } from '#web/identity/session/api.ts'

type Item = readonly [path: ScreenPath, icon: LucideIcon, title?: string]

type Section = { title: 'Customer Portal' | 'Admin Portal' | 'Support Desk'; items: readonly Item[] }

const customerPortal: Section = {
  title: 'Customer Portal',
  items: [
    ['/', LayoutDashboard],
    ['/licenses', KeyRound],
    ['/billing', CreditCard],
    ['/downloads', Download],
    ['/support', LifeBuoy],
    ['/team', UsersRound],
  ],
}

/** Agents have no organization, so the customer screens have nothing for them. Their addresses still answer. */
const supportDesk: Section = {
  title: 'Support Desk',
  items: [
    ['/support', Inbox, 'Inbox'],
    ['/customers', Building2],
    ['/reports', ChartLine],
  ],
}

const adminPortal: Section = {
  title: 'Admin Portal',
  items: [
    ['/admin/overview', Gauge],
    ['/admin/organizations', Building2],
    ['/admin/users', Users],
    ['/admin/files', FolderArchive],
    ['/admin/billing', Receipt],
    ['/reports', ChartLine],
    ['/admin/audit', ScrollText],
    ['/outbox', MailOpen],
  ],
}

/** `href`: the screen, or a part of it. */
export type NavigationItem = { title: string; href: string; screen: Screen; icon: LucideIcon }

/** The screens that the user may open. Team requires an organization, the outbox a demo. */
export function useNavigation() {
  const { user } = useAuth()
  const isDemo = usePortal()?.demo ?? false
  const isAgent = user?.role === 'agent'
  const isShown = ({ screen }: NavigationItem) => {
    if (!user || !canOpen(screen.access, user.role)) return false
    if (screen.path === '/team') return user.organizationId !== null
    return screen.path !== '/outbox' || isDemo
  }
  const sections = isAgent ? [supportDesk, without(adminPortal, supportDesk)] : [customerPortal, adminPortal]
  return sections
    .map(({ title, items }) => ({ title, items: itemsOf(title, items).filter(isShown) }))
    .filter(({ items }) => items.length > 0)
}

/** A screen has one place in the menu. */
const without = ({ title, items }: Section, other: Section): Section => ({
  title,
  items: items.filter(([path]) => !other.items.some(([known]) => known === path)),
})

function itemsOf(section: Section['title'], items: readonly Item[]): NavigationItem[] {
  const listed = items.flatMap(([path, icon, title]) =>
    screens
      .filter((screen) => screen.path === path)
      .map((screen) => ({ title: title ?? screen.title, href: screen.path, screen, icon })),
  )
  const support = listed.find(({ href }) => href === '/support')
  if (section !== 'Support Desk' || !support) return listed
  const documentation = { ...support, title: 'Documentation', href: links.documentation, icon: BookOpen }
  return [...listed.slice(0, 2), documentation, ...listed.slice(2)]
}
