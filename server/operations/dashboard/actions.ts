import { toAmount } from '#contract/money.ts'
import type { Dashboard } from '#contract/operations/dashboard.ts'
import { isStaff, type Role } from '#contract/roles.ts'
import { listInvoices } from '#server/billing/public.ts'
import type { Database } from '#server/database/database.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import { together } from '#server/database/statements/together.ts'
import { newestLicenses, withKeyFor } from '#server/licensing/public.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { newestTickets } from '#server/support/public.ts'
import { createAlerts } from './alerts.ts'
import { findFacts } from './queries.ts'
import { readTotals } from './totals-queries.ts'

/** Limits without a `limit`, more than the screen shows. */
const NEWEST = { licenses: 20, invoices: 5, tickets: 5 }

export function createDashboard(db: Database) {
  const readStaff = createStaffDashboard(db)
  return ({ organizationId, ...user }: SessionUser): Promise<Dashboard> =>
    organizationId === null || isStaff(user.role)
      ? readStaff(user.role)
      : readOwnDashboard(db, { ...user, organizationId })
}

async function readOwnDashboard(db: Database, reader: SessionUser & { organizationId: string }): Promise<Dashboard> {
  const { organizationId } = reader
  const [facts, licenses, invoices, tickets] = await together(db, () =>
    Promise.all([
      findFacts(db, reader),
      newestLicenses(db, organizationId, NEWEST.licenses),
      listInvoices(db, { organizationId, limit: NEWEST.invoices }),
      newestTickets(db, reader, NEWEST.tickets),
    ]),
  )
  const { subscription, twelveMonthCents, ...counts } = facts
  const { createdLicenses: licensesUsed } = counts
  return {
    subscription: subscription && { ...subscription, licensesUsed, price: toAmount(twelveMonthCents), currency: 'ZAR' },
    licenses: licenses.map((license) => withKeyFor(reader, license)),
    invoices,
    tickets,
    stats: { ...counts, paidLicenses: subscription?.licenseLimit ?? 0 },
    alerts: [],
  }
}

function createStaffDashboard(db: Database) {
  const readCurrentTotals = shareReading(() => readTotals(db))
  const readAlerts = createAlerts(db)
  return async (role: Role): Promise<Dashboard> => {
    const [{ day: _today, ...stats }, alerts] = await Promise.all([readCurrentTotals(), readAlerts(role)])
    return { subscription: null, licenses: [], invoices: [], tickets: [], stats, alerts }
  }
}
