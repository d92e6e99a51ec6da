import type { Dashboard } from '#contract/dashboard.ts'
import { toAmount } from '#contract/money.ts'
import { isStaff } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { listInvoices } from '#server/features/invoices/actions.ts'
import { newestLicenses } from '#server/features/licenses/actions.ts'
import { listTickets } from '#server/features/tickets/actions.ts'
import type { SessionUser } from '#server/platform/access.ts'
import { readAlerts } from './alerts.ts'
import { findFacts, findTotals } from './queries.ts'

/** More than the screen draws, for those who ask without one. */
const NEWEST = { licenses: 20, invoices: 5, tickets: 5 }

/** Staff see the whole of the portal, everyone else the own organization. */
export const readDashboard = (db: Database, { organizationId, ...user }: SessionUser): Promise<Dashboard> =>
  organizationId === null || isStaff(user.role)
    ? readStaffDashboard(db)
    : readOwnDashboard(db, { ...user, organizationId })

async function readOwnDashboard(db: Database, reader: SessionUser & { organizationId: string }): Promise<Dashboard> {
  const { organizationId } = reader
  const [facts, licenses, invoices, tickets] = await Promise.all([
    findFacts(db, reader),
    newestLicenses(db, organizationId, NEWEST.licenses),
    listInvoices(db, { organizationId, limit: NEWEST.invoices }),
    listTickets(db, reader, { limit: NEWEST.tickets }),
  ])
  const { subscription, twelveMonthCents, ...counts } = facts
  const { createdLicenses: licensesUsed } = counts
  return {
    subscription: subscription && { ...subscription, licensesUsed, price: toAmount(twelveMonthCents), currency: 'ZAR' },
    licenses,
    invoices,
    tickets,
    stats: { ...counts, paidLicenses: subscription?.licenseLimit ?? 0 },
    alerts: [],
  }
}

async function readStaffDashboard(db: Database): Promise<Dashboard> {
  const [{ revenueCents, ...totals }, alerts] = await Promise.all([findTotals(db), readAlerts(db)])
  return {
    subscription: null,
    licenses: [],
    invoices: [],
    tickets: [],
    stats: { ...totals, monthlyRevenue: toAmount(Number(revenueCents)) },
    alerts,
  }
}
