import { isStaff } from '#contract/roles.ts'
import { isSettled } from '#contract/support/ticket-fields.ts'
import type { TicketFilter, TicketSort } from '#contract/support/ticket-filter.ts'
import type { TicketDetail, Target } from '#contract/support/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { shareReadings } from '#server/database/shared-reading.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { ListQuery } from '#server/platform/http/lists/queries.ts'
import { findTicketAttachments } from '#server/support/tickets/attachments/queries.ts'
import { readHistory } from '#server/support/tickets/queries.ts'
import { readFilter } from './filter-queries.ts'
import {
  amongIds,
  countByStatus,
  countMatching,
  findDetail,
  findNumbered,
  findPage,
  oneOfFew,
  type TicketRow,
} from './queries.ts'
import { waitingSince } from './queue-queries.ts'
import type { Reader } from './readable-queries.ts'
import { findMostUrgent, selectMostUrgent } from './urgent-queries.ts'

/** Up to this number, sorting is faster than searching the newest tickets. */
const FEW = 1000

type TicketQuery = TicketFilter & ListQuery & { sort?: TicketSort | undefined }

type Question<Query> = { reader: Reader; query: Query }

/** Lists of tickets. Those who ask the same at the same time share what reads many tickets. */
export function createTicketLists(db: Database) {
  const readMatching = shareReadings(async ({ reader, query }: Question<TicketFilter>) => {
    const wanted = await readFilter(db, reader, query)
    return { wanted, total: await countMatching(db, wanted) }
  })
  const readMostUrgent = shareReadings(async ({ reader, query }: Question<TicketFilter & ListQuery>) =>
    findMostUrgent(db, await readFilter(db, reader, query, waitingSince), query),
  )
  const readCounts = shareReadings((reader: Reader) => countByStatus(db, reader))

  const findUrgent = async (reader: Reader, { sort, limit, ...query }: TicketQuery) => {
    const { total, ids } = await readMostUrgent({ reader: sharedReader(reader, query), query: { ...query, limit } })
    return { rows: await findPage(db, reader, amongIds(ids), { sort, limit }), total }
  }

  const findOthers = async (reader: Reader, query: TicketQuery) => {
    const { cursor: _cursor, limit: _limit, sort: _sort, ...filter } = query
    const { wanted, total } = await readMatching({ reader: sharedReader(reader, filter), query: filter })
    const isRare = query.search && total <= FEW
    return { rows: await findPage(db, reader, isRare ? oneOfFew(db, wanted) : wanted, query), total }
  }

  return {
    find: async (reader: Reader, query: TicketQuery) => {
      // Without an index on this order, all are sorted: by their ids alone, before anything else is joined.
      const isSorted = query.sort === 'urgency' && isStaff(reader.role)
      const { rows, total } = await (isSorted ? findUrgent : findOthers)(reader, query)
      return { rows: rows.map(present), total }
    },
    countByStatus: (reader: Reader) => readCounts(sharedReader(reader)),
  }
}

/** The same for all staff of a role, unless the filter concerns themselves. */
function sharedReader({ id, role, organizationId }: Reader, { view, assignee }: TicketFilter = {}): Reader {
  const isOwn = !isStaff(role) || view === 'mine' || assignee === 'me'
  return { id: isOwn ? id : NO_READER, role, organizationId }
}

/** The query that finds a page for staff, for benchmarks. */
export async function readInboxSql(db: Database, query: TicketFilter & ListQuery) {
  const reader: Reader = { id: NO_READER, role: 'agent', organizationId: null }
  return selectMostUrgent(await readFilter(db, reader, query, waitingSince), query)
}

const NO_READER = '00000000-0000-4000-8000-000000000000'

export async function readTicket(db: Database, reader: Reader, id: string): Promise<TicketDetail> {
  const ticket = await findDetail(db, reader, id)
  if (!ticket) throw notFound('Ticket')
  const { mergedIntoId, ...shown } = ticket
  const mergedInto = mergedIntoId === null ? null : ((await findNumbered(db, reader, mergedIntoId)) ?? null)
  return { ...present(shown), mergedInto, attachments: await findTicketAttachments(db, ticket) }
}

export async function readTicketHistory(db: Database, reader: Reader, id: string) {
  await readTicket(db, reader, id)
  return readHistory(db, id)
}

const present = <Row extends TicketRow>({
  firstDueAt,
  firstResponseAt,
  isFirstMissed,
  resolutionDueAt,
  isResolutionMissed,
  ...ticket
}: Row) => ({
  ...ticket,
  firstResponse: isSettled(ticket) && !firstResponseAt ? null : targetOf(firstDueAt, firstResponseAt, isFirstMissed),
  resolution: targetOf(resolutionDueAt, ticket.resolvedAt, isResolutionMissed),
})

const targetOf = (dueAt: string | null, metAt: string | null, isMissed: boolean | null): Target | null =>
  dueAt === null || isMissed === null ? null : { dueAt, metAt, isMissed }
