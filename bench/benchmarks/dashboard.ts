import type { Benchmark } from './benchmark.ts'
import { request } from './request.ts'
import { openSessions } from './sessions.ts'

/** May cost three of the floor's queries. */
export const dashboard: Benchmark = {
  name: 'dashboard',
  floor: 'select',
  goal: 0.33,
  connections: [32],
  prepare: async (db) =>
    (await openSessions(db)).map(({ number, cookie }) =>
      request('GET /api/dashboard', { number, headers: { cookie }, expect: ['"createdLicenses":100'] }),
    ),
}
