import { plusDays } from '#contract/dates.ts'
import { eq, like, sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { RARE } from '#demo/load/support.ts'
import type { Database } from '#server/database/database.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { readInboxSql, selectViewCounts } from '#server/support/public.ts'
import type { Benchmark, Floor, Statement } from './benchmark.ts'
import { request, type Request } from './request.ts'
import { openAdminSessions, openSessions } from './sessions.ts'

type Session = { number: number; cookie: string }
type ReadOptions = { path: `/api/${string}`; expect: string[]; floor?: Floor; connections?: number[] }

const read = ({ number, cookie }: Session, { path, expect }: ReadOptions) =>
  request(`GET ${path}`, { number, headers: { cookie }, expect })

const daysAgo = (days: number) => plusDays(new Date().toISOString().slice(0, 10), -days)

export const byStaff = (name: string, { floor = 'json', connections = [8], ...options }: ReadOptions): Benchmark => ({
  name,
  floor,
  connections,
  prepare: async (db) => (await openAdminSessions(db)).map((session) => read(session, options)),
})

const LISTED = ['x-total-count: ', '"ticketNumber":"TKT-']

export const supportReads: Benchmark[] = [
  byStaff('tickets', { path: '/api/tickets?limit=50', expect: LISTED }),
  byStaff('tickets-filtered', { path: '/api/tickets?limit=50&status=in_progress&priority=medium', expect: LISTED }),
  byStaff('tickets-late', { path: '/api/tickets?limit=50&late=1', expect: LISTED }),
  byStaff('tickets-rare-word', { path: `/api/tickets?limit=50&search=${RARE.word}`, expect: LISTED }),
  byStaff('tickets-common-word', { path: '/api/tickets?limit=50&search=activation', expect: LISTED }),
  byStaff('tickets-number', { path: '/api/tickets?limit=50&search=42', expect: LISTED }),
  byStaff('tickets-customer', { path: '/api/tickets?limit=50&search=office@load-7.example', expect: LISTED }),
  byStaff('ticket-counts', { path: '/api/tickets/counts', expect: ['"inProgress":'], floor: 'select' }),
  byStaff('inbox', {
    path: '/api/tickets?limit=50&view=needs-answer&sort=urgency',
    expect: LISTED,
    floor: 'inbox',
  }),
  byStaff('inbox-counts', { path: '/api/inbox/counts', expect: ['"needs-answer":'], floor: 'inbox-counts' }),
  byStaff('support-report', { path: '/api/support/report', expect: ['"medianResolution":'], floor: 'select' }),
  byStaff('support-reports', {
    path: `/api/support/reports?from=${daysAgo(364)}&to=${daysAgo(0)}`,
    expect: ['"categories":'],
    floor: 'select',
    connections: [1],
  }),
  byStaff('documents-search', { path: '/api/docs?limit=50&search=license', expect: ['"excerpt":'] }),
  {
    name: 'own-tickets',
    floor: 'json',
    connections: [32],
    prepare: async (db) =>
      (await openSessions(db)).map((session) => read(session, { path: '/api/tickets?limit=50', expect: LISTED })),
  },
]

/** The query that finds the first page of the inbox, without its columns. */
export const readInboxStatement = async (db: Database) =>
  asStatement(await readInboxSql(db, { view: 'needs-answer', limit: 50 }))

export const readCountsStatement = async () => asStatement(selectViewCounts())

const dialect = new PgDialect({ casing: 'snake_case' })

function asStatement(query: SQL): Statement {
  const { sql: text, params: values } = dialect.sqlToQuery(query)
  return { text, values }
}

const TEXT = 'Please try again. Sent by a benchmark.'
const MOST_TICKETS = 2000

/** A message from staff: stored, audited, sent to open pages and queued as an email. */
export const message: Benchmark = {
  name: 'message',
  floor: 'select',
  connections: [8],
  prepare: async (db) => {
    const sessions = await openAdminSessions(db)
    const ids = await readTickets(db)
    return ids.flatMap(({ id }, place): Request[] => {
      const session = sessions[place % sessions.length]
      return session ? [write(id, session, place)] : []
    })
  },
  confirm: async (db, answered) => {
    const stored = await db.$count(ticketMessages, eq(ticketMessages.message, TEXT))
    if (stored < answered) throw new Error(`${answered} messages were sent, but the database contains ${stored}`)
  },
}

const write = (id: string, { cookie }: Session, number: number) =>
  request(`POST /api/tickets/${id}/messages`, {
    number,
    headers: { cookie },
    body: { message: TEXT },
    expect: [`"message":"${TEXT}"`],
  })

const readTickets = (db: Database) =>
  db
    .select({ id: tickets.id })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(like(users.email, 'office@load-%'))
    .orderBy(sql`random()`)
    .limit(MOST_TICKETS)
