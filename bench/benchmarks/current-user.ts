import type { Benchmark } from './benchmark.ts'
import { request } from './request.ts'
import { openSessions } from './sessions.ts'

/** The cost that every request with a session has. */
export const currentUser: Benchmark = {
  name: 'current-user',
  floor: 'select',
  goal: 0.5,
  connections: [32],
  prepare: async (db) =>
    (await openSessions(db)).map(({ number, cookie, email }) =>
      request('GET /api/user', { number, headers: { cookie }, expect: [`"email":"${email}"`] }),
    ),
}
