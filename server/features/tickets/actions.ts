import type { Database } from '#server/database/database.ts'
import { newestTickets } from './queries.ts'
import type { Reader } from './readable.ts'

export { lockTicket, type HeldTicket } from './hold.ts'
export { moveTo, touch } from './moves.ts'
export { openTicketsOf, ticketNumber } from './queries.ts'
export { readableBy, type Reader } from './readable.ts'
export { isNewlyAnswered, isUnfinished, joinWaiting, medianFirstResponse, readQueue } from './queue.ts'
export { dueFirst, dueResolution, isFirstMissed, isResolutionMissed, isUnsettled } from './targets.ts'

/** The newest ones that this person may read. */
export const listTickets = (db: Database, reader: Reader, { limit }: { limit: number }) =>
  newestTickets(db, reader, limit)
