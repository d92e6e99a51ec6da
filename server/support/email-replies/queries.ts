import { and, eq, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { first, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { isStaffRole, nameOf } from '#server/domain/users.ts'

const continued = alias(tickets, 'continued')

/** `continuesIn`: the customer's ticket into which it was merged, or itself. */
export const findConversation = (db: Database, number: number) =>
  db
    .select({
      id: tickets.id,
      number: tickets.number,
      continuesIn: sql<string>`coalesce(${continued.id}, ${tickets.id})`,
      userId: users.id,
      role: users.role,
      organizationId: users.organizationId,
      email: users.email,
      name: nameOf(users),
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .leftJoin(continued, and(eq(continued.id, tickets.mergedInto), eq(continued.userId, tickets.userId)))
    .where(and(eq(tickets.number, number), eq(users.status, 'active'), not(isStaffRole(users.role))))
    .then(first)

export const isWritten = (db: Database, emailHash: Buffer) =>
  db.$count(ticketMessages, eq(ticketMessages.emailHash, emailHash)).then((count) => count > 0)
