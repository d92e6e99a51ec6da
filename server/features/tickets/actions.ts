import type { Database } from '#server/database/database.ts'
import { newestTickets, type Reader } from './queries.ts'

export { openTicketsOf } from './queries.ts'
export { isUnfinished, joinWaiting, readQueue } from './queue.ts'

/** The newest ones that this person may read. */
export const listTickets = (db: Database, reader: Reader, { limit }: { limit: number }) =>
  newestTickets(db, reader, limit)
