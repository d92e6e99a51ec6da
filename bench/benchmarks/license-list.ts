import type { Benchmark } from './benchmark.ts'
import { request } from './request.ts'
import { openSessions } from './sessions.ts'

export const licenseList: Benchmark = {
  name: 'license-list',
  floor: 'json',
  goal: 0.7,
  connections: [32],
  prepare: async (db) =>
    (await openSessions(db)).map(({ number, cookie, organizationId }) =>
      request('GET /api/licenses', {
        number,
        headers: { cookie },
        expect: ['x-total-count: 100\r\n', `"organizationId":"${organizationId}"`],
      }),
    ),
}
