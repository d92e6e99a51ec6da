import { ne } from 'drizzle-orm'
import { userRow, SEED_PASSWORD } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import type { Benchmark } from './benchmark.ts'
import { BUSY_CUSTOMER } from './customer-timeline.ts'
import { request } from './request.ts'

const ACCOUNTS = 1000

/** Each account signs in from its own address, because of the rate limit. */
export const login: Benchmark = {
  name: 'login',
  floor: 'hash',
  goal: 0.8,
  connections: [16],
  prepare: async (db) =>
    (await makeAccounts(db)).map(({ email }, number) =>
      request('POST /api/login', {
        number,
        body: { email, password: SEED_PASSWORD },
        expect: ['set-cookie: __Host-session=', `"email":"${email}"`],
      }),
    ),
}

async function makeAccounts(db: Database) {
  const [home] = await db
    .select({ organizationId: organizations.id })
    .from(organizations)
    .where(ne(organizations.name, BUSY_CUSTOMER))
    .limit(1)
  if (!home) throw new Error('The benchmark database has only one organization')
  const rows = await Promise.all(Array.from({ length: ACCOUNTS }, () => userRow(home)))
  return db.insert(users).values(rows).returning({ email: users.email })
}
