import { isStaff } from '#contract/roles.ts'
import { NOTE_CHANGES_NOTHING, type NewMessage, type TicketMessage } from '#contract/support/messages.ts'
import type { TicketStatus } from '#contract/support/ticket-fields.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/statements/together.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { readCursor, type CursorRow } from '#server/platform/http/lists/cursor.ts'
import { limitOf, type ListQuery } from '#server/platform/http/lists/queries.ts'
import { publish } from '#server/platform/live/events.ts'
import type { Platform } from '#server/platform/platform.ts'
import { attach, checkAttachments, type CheckedAttachment } from '#server/support/tickets/attachments/attachments.ts'
import {
  findAttachmentsOf,
  findMessageAttachments,
  findTicketAttachments,
} from '#server/support/tickets/attachments/queries.ts'
import { changeLocked } from '#server/support/tickets/change.ts'
import { markRead } from '#server/support/tickets/customer/read-queries.ts'
import { mailMentioned } from '#server/support/tickets/emails/mentions.ts'
import type { By, Reader } from '#server/support/tickets/list/readable-queries.ts'
import { lockTicket, requireReadable, type LockedTicket } from '#server/support/tickets/queries.ts'
import { recordReply, recordNote } from './effects.ts'
import { countMessages, findMerged, findMessage, insertEmailed, insertMessage, selectMessages } from './queries.ts'

/** Newest first: of a ticket, and of those that were merged into it with their first messages. */
export async function readMessages(db: Database, reader: Reader, id: string, page: ListQuery) {
  const ticket = await requireReadable(db, reader, id)
  const merged = await findMerged(db, reader, ticket)
  const begun = merged.filter(isBefore(page))
  const { organizationId } = ticket
  const ids = [ticket.id, ...merged.map((source) => source.id)]
  const [total, [messages, mergedFiles]] = await Promise.all([
    countMessages(db, reader, { organizationId, ids }),
    together(db, () =>
      Promise.all([
        selectMessages(db, reader, { organizationId, ids, page }),
        Promise.all(begun.map((source) => findTicketAttachments(db, { organizationId, id: source.id }))),
      ]),
    ),
  ])
  const messageIds = messages.map((message) => message.id)
  const files = messageIds.length > 0 ? await findMessageAttachments(db, organizationId, messageIds) : []
  const filesOf = Map.groupBy(files, ({ messageId }) => messageId)
  const said = messages.map((message) => ({ ...message, attachments: filesOf.get(message.id) ?? [] }))
  const first = begun.map((message, place) => ({ ...message, attachments: mergedFiles[place] ?? [] }))
  const rows = [...said, ...first].toSorted(byNewest).slice(0, limitOf(page))
  return { rows, total: total + merged.length }
}

const placeOf = ({ sortKey, id }: CursorRow) => `${sortKey} ${id}`
const byNewest = (one: CursorRow, other: CursorRow) => (placeOf(one) < placeOf(other) ? 1 : -1)

function isBefore({ cursor }: ListQuery) {
  if (!cursor) return () => true
  const [sortKey, id] = readCursor(cursor)
  return (row: CursorRow) => placeOf(row) < placeOf({ sortKey, id })
}

export async function writeMessage(
  platform: Platform,
  by: By,
  ticketId: string,
  given: NewMessage,
): Promise<TicketMessage> {
  const { reader: author } = by
  const { db, jobs, limits, objects } = platform
  const { isInternal, status, priority, assignToMe, mentions, attachments, message } = allowedFor(author, given)
  if (isInternal && (status ?? priority)) throw badRequest(NOTE_CHANGES_NOTHING)
  if (!isStaff(author.role)) await limits.spend('message by user', author.id)
  const files = await checkAttachments(objects, author.id, attachments)
  return db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, author, ticketId)
    const { id } = await insertMessage(tx, { ...placeOfMessage(ticket, author), message, isInternal })
    await recordMessage(tx, platform, by, ticket, { id, isInternal, files, status })
    if (assignToMe || priority)
      await changeLocked(tx, jobs, by, [ticket], {
        ...(assignToMe && { assigneeId: author.id }),
        ...(priority && { priority }),
      })
    if (isInternal) await mailMentioned(tx, platform, { author, ticketId, message, mentions })
    await showMessage(tx, author, ticket, isInternal)
    return { ...(await findMessage(tx, { ...ticket, id })), attachments: await findAttachmentsOf(tx, ticket, id) }
  })
}

/** Customers' messages are public and change neither status nor assignee. */
const allowedFor = ({ role }: Reader, given: NewMessage) =>
  isStaff(role) ? given : { ...given, isInternal: false, status: undefined, priority: undefined, assignToMe: false }

type EmailedMessage = { message: string; files: CheckedAttachment[]; emailHash: Buffer }

/** The customer's answer to an email. Returns false if it was written before. */
export const writeEmailed = (platform: Platform, by: By, ticketId: string, { files, ...said }: EmailedMessage) =>
  platform.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, by.reader, ticketId)
    const written = await insertEmailed(tx, { ...placeOfMessage(ticket, by.reader), ...said })
    if (!written) return false
    await recordMessage(tx, platform, by, ticket, { ...written, isInternal: false, files, status: undefined })
    await showMessage(tx, by.reader, ticket, false)
    return true
  })

const placeOfMessage = ({ organizationId, id: ticketId }: LockedTicket, { id: userId }: Reader) => ({
  organizationId,
  ticketId,
  userId,
})

type PostedMessage = {
  id: string
  isInternal: boolean
  files: CheckedAttachment[]
  status: TicketStatus | undefined
}

async function recordMessage(
  tx: Database,
  { jobs, objects }: Pick<Platform, 'jobs' | 'objects'>,
  { actor, reader: author }: By,
  ticket: LockedTicket,
  { id: messageId, isInternal, files, status }: PostedMessage,
) {
  await attach(tx, objects, { ticket, messageId, files })
  if (isInternal) await recordNote(tx, actor, ticket)
  else await recordReply(tx, jobs, actor, { author, ticket, status })
}

/** Last, so that no other change of the ticket is unread by the author. */
async function showMessage(tx: Database, author: Reader, ticket: LockedTicket, isInternal: boolean) {
  await markRead(tx, ticket, author.id)
  await publish(tx, { ticketId: ticket.id, kind: 'message', isInternal })
}
