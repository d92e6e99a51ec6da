import { eq } from 'drizzle-orm'
import type { TicketTarget } from '#contract/support/support-desk.ts'
import type { Database } from '#server/database/database.ts'
import { ticketTargets } from '#server/database/schema/support/support-desk.ts'

export const selectTargets = (db: Database) => db.select().from(ticketTargets).orderBy(ticketTargets.priority)

export const updateTarget = (tx: Database, priority: TicketTarget['priority'], hours: Omit<TicketTarget, 'priority'>) =>
  tx.update(ticketTargets).set(hours).where(eq(ticketTargets.priority, priority))
