import type { Database } from '#server/database/database.ts'
import { newestTickets, type Reader } from './queries.ts'

export { openTicketsOf } from './queries.ts'

/** The newest ones that this person may read. */
export const listTickets = (db: Database, reader: Reader, { limit }: { limit: number }) =>
  newestTickets(db, reader, limit)
