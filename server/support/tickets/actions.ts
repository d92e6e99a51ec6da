import type { Database } from '#server/database/database.ts'
import { newestTickets } from './list/queries.ts'
import type { Reader } from './list/readable-queries.ts'

export { openTicketsOf, ticketNumber, waitingTicketsOf } from './list/queries.ts'
export { isNewlyAnswered, isUnfinished, joinWaiting, readQueue } from './list/queue-queries.ts'
export {
  isFirstDueBefore,
  isResolutionDueBefore,
  isUnsettled,
  selectAnswers,
  selectResolutions,
  withClockOfNow,
  withTargets,
} from './target-queries.ts'

export const listTickets = (db: Database, reader: Reader, { limit }: { limit: number }) =>
  newestTickets(db, reader, limit)
