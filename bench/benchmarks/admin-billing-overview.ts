import type { Benchmark } from './benchmark.ts'
import { request } from './request.ts'
import { openAdminSessions } from './sessions.ts'

/** Billing totals per organization over all invoices. */
export const adminBillingOverview: Benchmark = {
  name: 'admin-billing-overview',
  floor: 'json',
  connections: [8],
  prepare: async (db) =>
    (await openAdminSessions(db)).map(({ number, cookie }) =>
      request('GET /api/admin/billing/overview', {
        number,
        headers: { cookie },
        expect: ['"organizationName":"Load 1"', '"subscriptionStatus":"active"'],
      }),
    ),
}
