import { eq, sql } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { selectTimeline } from '#server/operations/public.ts'
import type { Benchmark } from './benchmark.ts'
import { request } from './request.ts'
import { openAdminSessions } from './sessions.ts'

const YEARS = 5

/** In five years: thirty a day. */
const ENTRIES = 55_000
const EMAILS = 5000
const TICKETS = 1000

export const BUSY_CUSTOMER = 'Load 1'

const findCustomer = (db: Database) =>
  db
    .select({ id: organizations.id, email: organizations.contactEmail })
    .from(organizations)
    .where(eq(organizations.name, BUSY_CUSTOMER))
    .then(only)

const ago = (count: number) => sql`now() - number * (interval '1 year' * ${YEARS}::int / ${count}::int)`

const ACTIONS = [
  'session.opened',
  'session.closed',
  'license.updated',
  'license.activated',
  'message.sent',
  'user.updated',
]

/** Five years of one organization, with ten versions on each of its devices. */
async function insertYears(db: Database) {
  const { id, email } = await findCustomer(db)
  await db.execute(sql`
    insert into audit_log (organization_id, actor_kind, actor_name, action, created_at)
    select ${id}, 'user', 'Load Owner', (${sql.param(ACTIONS)}::text[])[1 + number % ${ACTIONS.length}::int], ${ago(ENTRIES)}
    from generate_series(1, ${ENTRIES}::int) number`)
  await db.execute(sql`
    insert into emails (kind, "to", subject, text, html, created_at)
    select 'ticket-news', ${email}, 'Update ' || number, '', '', ${ago(EMAILS)} from generate_series(1, ${EMAILS}::int) number`)
  await db.execute(sql`
    insert into tickets (organization_id, user_id, title, description, created_at)
    select ${id}, users.id, 'Question ' || number, '', ${ago(TICKETS)}
    from users, generate_series(1, ${TICKETS}::int) number where users.organization_id = ${id}`)
  await db.execute(sql`
    update check_ins set versions = array(
      select '4.' || number || e'\n' || to_char(now() - number * interval '6 months', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from generate_series(1, 10) number)
    where organization_id = ${id}`)
  await db.execute(sql`analyze audit_log, emails, tickets, check_ins`)
  return id
}

export const customerTimeline: Benchmark = {
  name: 'customer-timeline',
  floor: 'timeline',
  goal: 0.33,
  connections: [8],
  prepare: async (db) => {
    const id = await insertYears(db)
    return (await openAdminSessions(db)).map(({ number, cookie }) =>
      request(`GET /api/customers/${id}/timeline`, {
        number,
        headers: { cookie },
        expect: ['rel="next"', '"event":"session.opened"', '"event":"email.ticket-news"'],
      }),
    )
  },
}

/** The query that the portal runs for the first page. */
export async function readStatement(db: Database) {
  const { id } = await findCustomer(db)
  const { sql: text, params: values } = selectTimeline(db, id).toSQL()
  return { text, values }
}
