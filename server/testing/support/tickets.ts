import { and, eq } from 'drizzle-orm'
import { tickets as endpoints } from '#contract/support/tickets.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { only } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { db, type Person } from '#server/testing/testing.ts'

type TicketRef = { id: string }

type Opener = { organizationId: string; user: TicketRef }

export const newTicketOf = ({ organizationId, user }: Opener, facts: object = {}) =>
  makeTicket(db, { organizationId, userId: user.id, ...facts })

export const change = (person: Person, { id }: TicketRef, changes: object, headers: Record<string, string> = {}) =>
  person.call(endpoints.change, { params: { id }, body: changes, headers })

export const read = (person: Person, { id }: TicketRef) => person.call(endpoints.one, { params: { id } })

/** The ids of a list, in its order. */
export const idsOf = async (person: Person, query: Record<string, string> = {}) =>
  (await person.call(endpoints.list, { query })).body.map(({ id }) => id)

export const stored = ({ id }: TicketRef) => db.select().from(tickets).where(eq(tickets.id, id)).then(only)

export const newCategory = (name: string) => db.insert(ticketCategories).values({ name }).returning().then(only)

/** The audit log of a ticket, oldest first. */
export const trailOf = ({ id }: TicketRef) =>
  db
    .select({ action: auditLog.action, organizationId: auditLog.organizationId, changes: auditLog.changes })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, 'ticket'), eq(auditLog.subjectId, id)))
    .orderBy(auditLog.id)
