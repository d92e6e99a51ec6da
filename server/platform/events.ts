import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

/** The channel that every process of the portal listens on. */
const CHANNEL = 'latchkey'

/** Something happened to a ticket. It tells what to read again, never what is written there. */
export type TicketNews = {
  ticketId: string
  kind: 'message' | 'changed'
  /** Only staff hear of it. */
  isInternal: boolean
}

/** Tells every process, once the caller's transaction is committed. Rolled back, nobody hears of it. */
export const publish = (tx: Database, news: TicketNews) =>
  tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(news)})`)
