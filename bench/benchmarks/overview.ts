import type { Benchmark } from './benchmark.ts'
import { request } from './request.ts'
import { openAdminSessions } from './sessions.ts'

export const overview: Benchmark = {
  name: 'overview',
  floor: 'select',
  connections: [8],
  prepare: async (db) =>
    (await openAdminSessions(db)).map(({ number, cookie }) =>
      request('GET /api/overview', { number, headers: { cookie }, expect: ['"health":[', '"months":['] }),
    ),
}
