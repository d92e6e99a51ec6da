import {
  BookOpen,
  Building2,
  FileText,
  History,
  Keyboard,
  KeyRound,
  LifeBuoy,
  LogOut,
  Moon,
  Package,
  Plus,
  Receipt,
  UserRound,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { invoices } from '#contract/billing/invoices.ts'
import type { SearchResults } from '#contract/operations/search.ts'
import { pathOf } from '#web/app/api/call.ts'
import { links } from '#web/app/links.ts'
import { useNavigation } from '#web/app/navigation/navigation.ts'
import { setTheme, themes, useTheme } from '#web/app/theme.ts'
import { useAuth, useCurrentUser, useIsOrgAdmin } from '#web/identity/session/api.ts'
import { readRecent } from './recent.ts'
import type { Show } from './show-overlay.ts'

export type Entry = {
  label: string
  icon: LucideIcon
  /** Distinguishes entries with the same label. */
  hint?: string
  run: () => void
  /** Where it leads; remembered as a recent entry. */
  href?: string
  /** Loads the screen's code before the entry is chosen. */
  preload?: () => Promise<unknown>
}
export type Group = { title: string; entries: Entry[] }

export const useScreenGroups = (): Group[] =>
  useNavigation().map(({ title, items }) => ({
    title,
    // Parts of screens are among the actions.
    entries: items
      .filter(({ href, screen }) => href === screen.path)
      .map(({ title: label, href, screen, icon }) => ({
        label,
        icon,
        run: () => navigate(href),
        preload: screen.Page.preload,
      })),
  }))

export function useActionGroup(show: Show): Group {
  const canCreate = useIsOrgAdmin()
  const { logout } = useAuth()
  const theme = useTheme()
  const { role } = useCurrentUser()
  return {
    title: 'Actions',
    entries: [
      ...(canCreate ? creating(licenseActions) : []),
      ...(role === 'org_admin' ? creating(teamActions) : []),
      ...(role === 'admin' ? creating(vendorActions) : []),
      { label: 'New support ticket', icon: LifeBuoy, run: () => navigate(links.contactSupport) },
      { label: 'Documentation', icon: BookOpen, run: () => navigate(links.documentation) },
      { label: 'Account', icon: UserRound, run: () => navigate('/account') },
      ...themes
        .filter(({ value }) => value !== theme)
        .map(({ value, label }) => ({ label: `${label} theme`, icon: Moon, run: () => setTheme(value) })),
      { label: 'Keyboard shortcuts', icon: Keyboard, run: () => show('shortcuts') },
      { label: 'Log out', icon: LogOut, run: () => logout.mutate() },
    ],
  }
}

const licenseActions = [
  ['Create License', links.createLicense],
  ['Assign devices', links.assignDevices],
] as const
const teamActions = [
  ['Request License Change', links.requestLicenses],
  ['Invite Colleague', links.inviteColleague],
] as const
const vendorActions = [
  ['New Invoice', links.composeInvoice],
  ['Upload Application File', links.uploadVersion],
  ['Add Staff', links.addStaff],
  ['Block Domain', links.blockDomain],
] as const

const creating = (actions: readonly (readonly [label: string, address: string])[]) =>
  actions.map(([label, address]) => ({ label, icon: Plus, run: () => navigate(address) }))

const leadingTo = (href: string) => ({ href, run: () => navigate(href) })

export const recentGroup = (userId: string): Group => ({
  title: 'Recent',
  entries: readRecent(userId).map(({ href, ...entry }) => ({ ...entry, icon: History, ...leadingTo(href) })),
})

const facts = (...words: (string | null)[]) => words.filter(Boolean).join(' · ')

const spaced = (status: string) => status.replaceAll('_', ' ')

/** In a new tab, so that the screen stays. */
const openPdf = (id: string) => window.open(pathOf(invoices.download.url, { params: { id } }), '_blank', 'noopener')

export const groupsOf = (found: SearchResults): Group[] => [...customersOf(found), ...recordsOf(found)]

const customersOf = ({ organizations, people }: SearchResults): Group[] => [
  {
    title: 'Customers',
    entries: organizations.map(({ id, name, contactEmail }) => ({
      label: name,
      icon: Building2,
      hint: contactEmail,
      ...leadingTo(links.customer(id)),
    })),
  },
  {
    title: 'People',
    entries: people.map(({ name, email, organizationId, organizationName }) => ({
      label: name,
      icon: UserRound,
      hint: facts(email, organizationName),
      ...leadingTo(organizationId ? links.personOf(organizationId, email) : links.user(email)),
    })),
  },
]

const recordsOf = ({ licenses, invoices: bills, tickets, documents, versions }: SearchResults): Group[] => [
  {
    title: 'Licenses',
    entries: licenses.map(({ id, label, deviceName, keyStart, organizationName }) => ({
      label,
      icon: KeyRound,
      hint: facts(deviceName, `${keyStart}…`, organizationName),
      ...leadingTo(links.license(id)),
    })),
  },
  {
    title: 'Invoices',
    entries: bills.map(({ id, invoiceNumber, amount, status, organizationName }) => ({
      label: invoiceNumber,
      icon: Receipt,
      hint: facts(`R${amount}`, spaced(status), organizationName),
      run: () => openPdf(id),
    })),
  },
  {
    title: 'Tickets',
    entries: tickets.map(({ id, title, ticketNumber, status, organizationName }) => ({
      label: title,
      icon: LifeBuoy,
      hint: facts(ticketNumber, spaced(status), organizationName),
      ...leadingTo(links.ticket(id)),
    })),
  },
  {
    title: 'Documentation',
    entries: documents.map(({ id, title, type }) => ({
      label: title,
      icon: FileText,
      hint: type,
      ...leadingTo(links.document(id)),
    })),
  },
  {
    title: 'Versions',
    entries: versions.map(({ version, platform, channel }) => ({
      label: version,
      icon: Package,
      hint: facts(platform, channel),
      ...leadingTo(links.versions),
    })),
  },
]

/** Keeps the entries that contain every typed word in their label, hint or group, and drops empty groups. */
export function matching(groups: Group[], typed: string): Group[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ label, hint = '' }) =>
        words.every((word) => `${label} ${hint} ${title}`.toLowerCase().includes(word)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
}
