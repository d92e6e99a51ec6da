import type { Benchmark } from './benchmark.ts'
import { request } from './request.ts'
import { openAdminSessions } from './sessions.ts'

/** An admin’s first screen: health, the support queue, a month of daily totals and a year of money and usage. */
export const overview: Benchmark = {
  name: 'overview',
  floor: 'select',
  connections: [8],
  prepare: async (db) =>
    (await openAdminSessions(db)).map(({ number, cookie }) =>
      request('GET /api/overview', { number, headers: { cookie }, expect: ['"health":[', '"months":['] }),
    ),
}
