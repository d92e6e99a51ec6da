import { isStaff } from '#contract/roles.ts'
import { isSettled } from '#contract/support/ticket-fields.ts'
import type { TicketFilter } from '#contract/support/ticket-filter.ts'
import type { TicketDetail, Target } from '#contract/support/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { shareReadings } from '#server/database/shared-reading.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { findTicketAttachments } from '#server/support/tickets/attachments/queries.ts'
import { readFilter } from './filter-queries.ts'
import {
  countMatching,
  findCounted,
  findInView,
  findPlaces,
  oneOfFew,
  selectCounted,
  type PlaceQuery,
} from './place-queries.ts'
import { countByStatus, findDetail, findNumbered, readPlaces, type TicketRow } from './queries.ts'
import { waitingSince } from './queue-queries.ts'
import type { Reader } from './readable-queries.ts'

/** Up to this number, sorting is faster than searching the newest tickets. */
const FEW = 1000

type TicketQuery = TicketFilter & PlaceQuery

type Question<Query> = { reader: Reader; query: Query }

/** Lists of tickets. Those who ask the same at the same time share what reads many tickets. */
export function createTicketLists(db: Database) {
  const readMatching = shareReadings(async ({ reader, query }: Question<TicketFilter>) => {
    const wanted = await readFilter(db, reader, query)
    return { wanted, total: await countMatching(db, wanted) }
  })
  const readCounted = shareReadings(async ({ reader, query }: Question<TicketQuery>) =>
    isViewAlone(query)
      ? findInView(db, reader, query)
      : findCounted(db, reader, await readFilter(db, reader, query, waitingSince), query),
  )
  const readCounts = shareReadings((reader: Reader) => countByStatus(db, reader))

  const findOthers = async (reader: Reader, query: TicketQuery) => {
    const { cursor: _cursor, limit: _limit, sort: _sort, ...filter } = query
    const { wanted, total } = await readMatching({ reader: sharedReader(reader, filter), query: filter })
    const isRare = query.search && total <= FEW
    return { total, places: await findPlaces(db, reader, isRare ? oneOfFew(db, wanted) : wanted, query) }
  }

  return {
    find: async (reader: Reader, query: TicketQuery) => {
      const { total, places } = isReadOnce(reader, query)
        ? await readCounted({ reader: sharedReader(reader, query), query })
        : await findOthers(reader, query)
      const rows = await readPlaces(db, reader, places)
      return { rows: rows.map(present), total }
    },
    countByStatus: (reader: Reader) => readCounts(sharedReader(reader)),
  }
}

/** Without an index on urgency all are sorted. The conditions of the others are expensive, and only unsettled tickets meet them. */
const isReadOnce = ({ role }: Reader, { sort, view, late }: TicketQuery) =>
  isStaff(role) && Boolean(sort === 'urgency' || view || late)

const isViewAlone = ({ view: _view, late: _late, sort: _sort, limit: _limit, ...others }: TicketQuery) =>
  Object.values(others).every((value) => value === undefined)

/** The same for all staff of a role, unless the filter concerns themselves. */
function sharedReader({ id, role, organizationId }: Reader, { view, assignee }: TicketFilter = {}): Reader {
  const isOwn = !isStaff(role) || view === 'mine' || assignee === 'me'
  return { id: isOwn ? id : NO_READER, role, organizationId }
}

/** The query that finds a page for staff, for benchmarks. */
export async function readInboxSql(db: Database, query: TicketQuery) {
  const reader: Reader = { id: NO_READER, role: 'agent', organizationId: null }
  return selectCounted(reader, await readFilter(db, reader, query, waitingSince), { ...query, sort: 'urgency' })
}

const NO_READER = '00000000-0000-4000-8000-000000000000'

export async function readTicket(db: Database, reader: Reader, id: string): Promise<TicketDetail> {
  const ticket = await findDetail(db, reader, id)
  if (!ticket) throw notFound('Ticket')
  const { mergedIntoId, ...shown } = ticket
  const mergedInto = mergedIntoId === null ? null : ((await findNumbered(db, reader, mergedIntoId)) ?? null)
  return { ...present(shown), mergedInto, attachments: await findTicketAttachments(db, ticket) }
}

const present = <Row extends Omit<TicketRow, 'sortKey'>>({
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
