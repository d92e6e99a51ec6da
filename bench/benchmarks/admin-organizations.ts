import type { Benchmark } from './benchmark.ts'
import { request } from './request.ts'
import { openAdminSessions } from './sessions.ts'

/** Not paged: the screen loads all organizations. */
export const adminOrganizations: Benchmark = {
  name: 'admin-organizations',
  floor: 'json',
  connections: [8],
  prepare: async (db) =>
    (await openAdminSessions(db)).map(({ number, cookie }) =>
      request('GET /api/admin/organizations', {
        number,
        headers: { cookie },
        expect: ['"name":"Load 1"', '"twelveMonthValue":"12000.00"'],
      }),
    ),
}
