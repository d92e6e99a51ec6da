import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

/** Delivered when the transaction commits. */
export const notify = (tx: Database, channel: string, text: string) =>
  tx.execute(sql`select pg_notify(${channel}, ${text})`)
