import type { Role } from '#contract/roles.ts'

type Reads = Partial<Record<Role | 'all', readonly string[]>>

const inbox = [
  '/api/tickets?view=needs-answer&sort=urgency&limit=50',
  '/api/inbox/counts',
  '/api/inbox/views',
  '/api/ticket-categories',
]
const tickets = ['/api/tickets?limit=50']
const home = ['/api/dashboard', '/api/dashboard/attention']
const staffHome = {
  admin: [
    '/api/dashboard',
    '/api/overview',
    '/api/admin/license-requests?status=pending&limit=20',
    '/api/admin/users?status=pending&limit=5',
  ],
  agent: ['/api/dashboard', '/api/overview', '/api/inbox/counts'],
}

const customers = ['/api/customers?limit=100', '/api/customers/tags', '/api/tickets/assignees']

const screens: Partial<Record<`/${string}`, Reads>> = {
  '/': { org_admin: home, customer: home, ...staffHome },
  '/licenses': {
    all: [
      '/api/licenses?limit=200',
      '/api/licenses/usage',
      '/api/billing',
      '/api/licenses/tags',
      '/api/licenses/silent',
    ],
  },
  '/billing': { all: ['/api/billing', '/api/license-requests?limit=5', '/api/licenses/usage'] },
  '/downloads': {
    all: ['/api/downloads', '/api/downloads/release-notes'],
    org_admin: ['/api/licenses/usage'],
  },
  '/support': { admin: inbox, agent: inbox, org_admin: tickets, customer: tickets },
  '/customers': { admin: customers, agent: customers },
  '/team': { org_admin: ['/api/team/members', '/api/team/invitations', '/api/team/sso', '/api/billing'] },
  '/account': { all: ['/api/account', '/api/account/sessions'] },
  '/admin/overview': staffHome,
  '/admin/organizations': { admin: ['/api/admin/organizations'] },
  '/admin/users': { admin: ['/api/admin/users', '/api/admin/users/summary'] },
  '/admin/files': { admin: ['/api/admin/files/versions', '/api/admin/files/adoption', '/api/admin/files/usage'] },
  '/admin/billing': {
    admin: [
      '/api/admin/billing/overview',
      '/api/admin/billing/ageing',
      '/api/admin/organizations',
      '/api/admin/organizations/names',
      '/api/admin/billing/invoices?limit=100',
    ],
  },
  '/admin/audit': { admin: ['/api/audit?limit=100', '/api/admin/organizations/names'] },
  '/outbox': { admin: ['/api/admin/outbox?limit=50'] },
}

/** The first requests of the frame and of each screen, with the exact address. index.html sends them before the scripts arrive. */
export const FIRST_READS = { frame: ['/api/health', '/api/tickets/counts'], screens }

const decisions = ['/identity/users/pending-approvals.tsx', '/licensing/license-requests/license-request-queue.tsx']
const overview = '/operations/overview/staff-overview.tsx'

/** Modules that a screen loads on demand but shows at once to a role. index.html asks for their scripts when it knows the role. */
export const PARTS_BY_ROLE: Record<`/${string}`, Partial<Record<Role, readonly string[]>>> = {
  '/': { admin: [overview, ...decisions], agent: [overview] },
  '/admin/overview': { admin: decisions },
}
