import { isStaff } from '#contract/roles.ts'
import type { TicketFilter } from '#contract/support/ticket-filter.ts'
import type { Ticket } from '#contract/support/tickets.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { columnsOf } from '#server/platform/http/answers/csv.ts'
import { everyRow } from '#server/platform/http/lists/pages.ts'
import type { ListQuery } from '#server/platform/http/lists/queries.ts'
import type { Sources } from '#server/platform/platform.ts'
import { readFilter } from './filter-queries.ts'
import { newestFirst } from './order-queries.ts'
import { countMatching, findInOrder } from './place-queries.ts'
import { findCategoryNames, readPlaces, type TicketRow } from './queries.ts'
import type { Reader } from './readable-queries.ts'

type ExportRequest = { actor: Actor; reader: Reader; filter: TicketFilter }

export async function exportTickets({ db, reports }: Sources, { actor, reader, filter }: ExportRequest) {
  const wanted = await readFilter(reports, reader, filter)
  await audit(db, actor, {
    action: 'ticket.exported',
    organizationId: isStaff(reader.role) ? null : reader.organizationId,
    changes: { filter: [null, filter], tickets: [null, await countMatching(reports, wanted)] },
  })
  const names = new Map((await findCategoryNames(reports)).map(({ id, name }) => [id, name]))
  // In an order that no change moves a ticket in, or one might be on no page.
  const readPage = async (page: ListQuery) =>
    readPlaces(reports, reader, await findInOrder(reports, newestFirst, wanted, page))
  return everyLine(readPage, names)
}

async function* everyLine(readPage: Parameters<typeof everyRow<TicketRow>>[0], categories: Map<string, string>) {
  for await (const ticket of everyRow(readPage))
    yield {
      ...ticket,
      requester: `${ticket.userFirstName} ${ticket.userLastName}`,
      category: categories.get(ticket.categoryId ?? '') ?? null,
    }
}

type RawField = 'id' | 'categoryId' | 'userFirstName' | 'userLastName' | 'organizationName'

const headers: Record<Exclude<keyof Ticket, RawField> | 'category' | 'requester' | 'resolvedAt', string> = {
  ticketNumber: 'Ticket',
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  category: 'Category',
  requester: 'Requester',
  userEmail: 'Email',
  createdAt: 'Created (UTC)',
  updatedAt: 'Updated (UTC)',
  resolvedAt: 'Resolved (UTC)',
}
const columns = columnsOf(headers)

/** Assignee and targets are for staff. */
const staffColumns = [
  { key: 'organizationName', header: 'Organization' },
  ...columns,
  { key: 'assigneeName', header: 'Assignee' },
  { key: 'firstDueAt', header: 'First response due (UTC)' },
  { key: 'firstResponseAt', header: 'First response (UTC)' },
  { key: 'resolutionDueAt', header: 'Resolution due (UTC)' },
]

export const exportColumns = ({ role }: Reader) => (isStaff(role) ? staffColumns : columns)
