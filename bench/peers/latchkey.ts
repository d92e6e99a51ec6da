import { sql } from 'drizzle-orm'
import { SEED_PASSWORD, userRow } from '#demo/rows/users.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { request } from '../benchmarks/request.ts'
import { openSessions } from '../benchmarks/sessions.ts'
import { startPortal } from '../portal.ts'
import { CHOSEN, type StartPeer } from './peer.ts'

/** Sign-ins are limited for each account and address. */
const ACCOUNTS = 200

/** The administrators of organizations with 100 licenses each. */
export const startLatchkey: StartPeer = async (database) => {
  const { db } = database
  const server = await startPortal(database, {})
  const sessions = await openSessions(db)
  const cookieOf = new Map(sessions.map(({ organizationId, cookie }) => [organizationId, cookie]))
  const chosen = await db
    .select({ id: licenses.id, organizationId: licenses.organizationId })
    .from(licenses)
    .orderBy(sql`random()`)
    .limit(CHOSEN)
  const rows = await Promise.all(
    Array.from({ length: ACCOUNTS }, () => userRow({ organizationId: sessions[0]!.organizationId! })),
  )
  const accounts = await db.insert(users).values(rows).returning({ email: users.email })
  const asOwner = (organizationId: string) => ({ cookie: cookieOf.get(organizationId) ?? '' })
  return {
    name: 'Latchkey',
    server,
    requests: {
      'list 100': sessions.map(({ number, cookie }) =>
        request('GET /api/licenses?limit=100', { number, headers: { cookie }, expect: ['x-total-count: 100'] }),
      ),
      'read one': chosen.map(({ id, organizationId }, number) =>
        request(`GET /api/licenses/${id}`, { number, headers: asOwner(organizationId), expect: [id] }),
      ),
      update: chosen.map(({ id, organizationId }, number) => {
        const description = `Desk ${number}`
        return request(`PATCH /api/licenses/${id}`, {
          number,
          headers: asOwner(organizationId),
          body: { description },
          expect: [description],
        })
      }),
      'sign in': accounts.map(({ email }, number) =>
        request('POST /api/login', { number, body: { email, password: SEED_PASSWORD }, expect: [email] }),
      ),
    },
  }
}
