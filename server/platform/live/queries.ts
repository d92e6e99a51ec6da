import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

/** Whoever listens on the channel hears it when the transaction is committed. */
export const notify = (tx: Database, channel: string, text: string) =>
  tx.execute(sql`select pg_notify(${channel}, ${text})`)
