import type { BulkChange, TicketChanges } from '#contract/support/ticket-changes.ts'
import { isMerged } from '#contract/support/ticket-fields.ts'
import { NO_SUCH_ASSIGNEE, NO_SUCH_CATEGORY } from '#contract/support/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { changedFields } from '#server/platform/audit.ts'
import { requireVersion } from '#server/platform/http/answers/tags.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { publish } from '#server/platform/live/events.ts'
import type { Platform } from '#server/platform/platform.ts'
import { announce } from './emails/announce.ts'
import { markRead } from './customer/read-queries.ts'
import { areInternal, auditChanges } from './audit-ticket.ts'
import type { By } from './list/readable-queries.ts'
import { readTicket } from './list/reading.ts'
import { statusColumns } from './status-queries.ts'
import { findAssignee, lockCategoryForKeyShare, selectNames } from './people-queries.ts'
import { lockTicket, lockTickets, updateTicket, visibleChange, type LockedTicket } from './queries.ts'

type Target = { id: string; versions?: string[] | undefined }

export const changeTicket = ({ db, jobs }: Platform, by: By, { id, versions }: Target, changes: TicketChanges) =>
  db.transaction(async (tx) => {
    await requireChoice(tx, changes)
    const ticket = await lockTicket(tx, by.reader, id)
    requireVersion(versions, ticket, 'ticket')
    await changeLocked(tx, jobs, by, [ticket], changes)
    await markRead(tx, ticket, by.reader.id)
    return readTicket(tx, by.reader, id)
  })

export const changeMany = ({ db, jobs }: Platform, by: By, { ids, ...changes }: BulkChange) =>
  db.transaction(async (tx) => {
    await requireChoice(tx, changes)
    const locked = await lockTickets(tx, by.reader, ids)
    const free = locked.filter((ticket) => !wouldSeparate(ticket, changes))
    return { changed: await changeLocked(tx, jobs, by, free, changes), merged: locked.length - free.length }
  })

const wouldSeparate = (ticket: LockedTicket, { status }: TicketChanges) =>
  isMerged(ticket) && status !== undefined && status !== ticket.status

/** Changes locked tickets and returns how many differ. */
export async function changeLocked(
  tx: Database,
  jobs: Platform['jobs'],
  by: By,
  locked: LockedTicket[],
  wanted: TicketChanges,
) {
  const nameOf = await readNames(tx, [wanted, ...locked])
  let changed = 0
  for (const before of locked) {
    const changes = changedFields(before, wanted)
    if (Object.keys(changes).length === 0) continue
    const isInternal = areInternal(changes)
    const ticket = await writeChanges(tx, before, wanted, isInternal)
    await auditChanges(tx, by.actor, ticket, { changes, nameOf })
    await publish(tx, { ticketId: ticket.id, kind: 'changed', isInternal })
    if (changes.status && ticket.status === 'resolved')
      await announce(tx, jobs, { organizationId: ticket.organizationId, ticketId: ticket.id, by: by.reader })
    changed += 1
  }
  return changed
}

const writeChanges = (tx: Database, before: LockedTicket, { status, ...others }: TicketChanges, isHidden: boolean) =>
  updateTicket(tx, before, {
    ...others,
    ...(status && status !== before.status && statusColumns(status)),
    ...(!isHidden && visibleChange),
  })

type Choice = Pick<TicketChanges, 'categoryId' | 'assigneeId'>

/** Refuses missing categories and assignees who are not staff. Locks the category until the transaction ends. */
async function requireChoice(tx: Database, { categoryId, assigneeId }: Choice) {
  if (categoryId && !(await lockCategoryForKeyShare(tx, categoryId)))
    throw badRequest(NO_SUCH_CATEGORY, { categoryId: NO_SUCH_CATEGORY })
  if (assigneeId && !(await findAssignee(tx, assigneeId)))
    throw badRequest(NO_SUCH_ASSIGNEE, { assigneeId: NO_SUCH_ASSIGNEE })
}

/** Current names of categories and people. The audit log stores names, so they outlive deletion. */
async function readNames(tx: Database, choices: Choice[]) {
  const ids = choices.flatMap(({ categoryId, assigneeId }) => [categoryId ?? [], assigneeId ?? []].flat())
  const found = ids.length > 0 ? await selectNames(tx, ids) : []
  const names = new Map<unknown, string>(found.map(({ id, name }) => [id, name]))
  return (id: unknown) => names.get(id) ?? id
}
