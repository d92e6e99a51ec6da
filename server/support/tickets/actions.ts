import type { Database } from '#server/database/database.ts'
import { newestTickets } from './list/queries.ts'
import type { Reader } from './list/readable-queries.ts'

export { openTicketsOf, ticketNumber, waitingTicketsOf } from './list/queries.ts'
export { isNewlyAnswered, isUnfinished, joinWaiting, medianFirstResponse, readQueue } from './list/queue-queries.ts'
export {
  answerTime,
  isFirstDueBefore,
  isFirstInTime,
  isResolutionDueBefore,
  isResolutionInTime,
  isUnsettled,
  resolutionTime,
  withClockOfNow,
} from './target-queries.ts'

export const listTickets = (db: Database, reader: Reader, { limit }: { limit: number }) =>
  newestTickets(db, reader, limit)
