import type { TicketDetail, TicketFilter } from '#contract/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { ListQuery } from '#server/platform/lists.ts'
import { findTicketAttachments } from './attachment-queries.ts'
import { readFilter } from './filter.ts'
import { readHistory } from './history.ts'
import { present } from './present.ts'
import { countMatching, findDetail, findPage } from './queries.ts'
import type { Reader } from './readable.ts'

export async function findTickets(db: Database, reader: Reader, query: TicketFilter & ListQuery) {
  const wanted = await readFilter(db, reader, query)
  const [rows, total] = await Promise.all([findPage(db, reader, wanted, query), countMatching(db, wanted)])
  return { rows: rows.map(present), total }
}

/** 404 for one that the reader may not read. */
export async function readTicket(db: Database, reader: Reader, id: string): Promise<TicketDetail> {
  const ticket = await findDetail(db, reader, id)
  if (!ticket) throw notFound('Ticket')
  return { ...present(ticket), attachments: await findTicketAttachments(db, ticket) }
}

export async function readTicketHistory(db: Database, reader: Reader, id: string) {
  await readTicket(db, reader, id)
  return readHistory(db, id)
}
