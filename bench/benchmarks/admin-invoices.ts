import type { Benchmark } from './benchmark.ts'
import { request } from './request.ts'
import { openAdminSessions } from './sessions.ts'

export const adminInvoices: Benchmark = {
  name: 'admin-invoices',
  floor: 'json',
  connections: [8],
  prepare: async (db) =>
    (await openAdminSessions(db)).map(({ number, cookie }) =>
      request('GET /api/admin/billing/invoices?limit=100', {
        number,
        headers: { cookie },
        expect: ['x-total-count: ', '"invoiceNumber":"LOAD-00000001"'],
      }),
    ),
}
