import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import type { ScreenAccess } from './access.ts'
import { PageSkeleton } from './parts/page-skeleton.tsx'

type PageModule = Promise<React.ComponentType<Record<never, never>>>

const page = (load: () => PageModule) => onDemand(load, <PageSkeleton />)

export type Screen = {
  path: string
  title: string
  access: ScreenAccess
  Page: ReturnType<typeof page>
}

export const screens = [
  {
    path: '/',
    title: 'Dashboard',
    access: 'signed-in',
    Page: page(async () => (await import('#web/operations/dashboard/dashboard-page.tsx')).DashboardPage),
  },
  {
    path: '/licenses',
    title: 'Licenses',
    access: 'signed-in',
    Page: page(async () => (await import('#web/licensing/licenses/licenses-page.tsx')).LicensesPage),
  },
  {
    path: '/offline',
    title: 'Offline Activation',
    access: 'everyone',
    Page: page(async () => (await import('#web/licensing/license-files/offline-page.tsx')).OfflinePage),
  },
  {
    path: '/billing',
    title: 'Billing',
    access: 'signed-in',
    Page: page(async () => (await import('#web/billing/subscriptions/billing-page.tsx')).BillingPage),
  },
  {
    path: '/downloads',
    title: 'Downloads',
    access: 'signed-in',
    Page: page(async () => (await import('#web/releases/downloads/downloads-page.tsx')).DownloadsPage),
  },
  {
    path: '/support',
    title: 'Support',
    access: 'signed-in',
    Page: page(async () => (await import('#web/support/support-page.tsx')).SupportPage),
  },
  {
    path: '/customers',
    title: 'Customers',
    access: 'staff',
    Page: page(async () => (await import('#web/operations/customers/customers-page.tsx')).CustomersPage),
  },
  {
    path: '/customers/:id',
    title: 'Customer',
    access: 'staff',
    Page: page(async () => (await import('#web/operations/customers/customer-page.tsx')).CustomerPage),
  },
  {
    path: '/reports',
    title: 'Reports',
    access: 'staff',
    Page: page(async () => (await import('#web/support/support-desk/reports/reports-page.tsx')).ReportsPage),
  },
  {
    path: '/team',
    title: 'Team',
    access: 'org-admin',
    Page: page(async () => (await import('#web/identity/team/team-page.tsx')).TeamPage),
  },
  {
    path: '/account',
    title: 'Account',
    access: 'signed-in',
    Page: page(async () => (await import('#web/identity/account/account-page.tsx')).AccountPage),
  },
  {
    path: '/admin/overview',
    title: 'Overview',
    access: 'staff',
    Page: page(async () => (await import('#web/operations/overview/overview-page.tsx')).OverviewPage),
  },
  {
    path: '/admin/organizations',
    title: 'Organizations',
    access: 'admin',
    Page: page(async () => (await import('#web/operations/organizations/organizations-page.tsx')).OrganizationsPage),
  },
  {
    path: '/admin/users',
    title: 'Users',
    access: 'admin',
    Page: page(async () => (await import('#web/identity/users/users-page.tsx')).UsersPage),
  },
  {
    path: '/admin/files',
    title: 'File Management',
    access: 'admin',
    Page: page(async () => (await import('#web/releases/files/files-page.tsx')).FilesPage),
  },
  {
    path: '/admin/billing',
    title: 'Billing',
    access: 'admin',
    Page: page(async () => (await import('#web/billing/admin-billing/admin-billing-page.tsx')).AdminBillingPage),
  },
  {
    path: '/admin/audit',
    title: 'Audit Log',
    access: 'admin',
    Page: page(async () => (await import('#web/operations/audit/audit-page.tsx')).AuditPage),
  },
  {
    path: '/outbox',
    title: 'Outbox',
    access: 'admin',
    Page: page(async () => (await import('#web/operations/outbox/outbox-page.tsx')).OutboxPage),
  },
] as const satisfies readonly Screen[]

export type ScreenPath = (typeof screens)[number]['path']

export function screenAt(path: string): Screen | undefined {
  const wanted = path.replace(/\/+$/, '') || '/'
  return screens.find((screen) => screen.path === wanted || screen.path === wanted.replace(LAST_PART, '/:id'))
}

const LAST_PART = /\/[^/]+$/
