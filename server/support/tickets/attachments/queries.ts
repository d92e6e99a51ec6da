import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { isStaff } from '#contract/roles.ts'
import { first, type Database } from '#server/database/database.ts'
import { objects } from '#server/database/schema/objects.ts'
import { ticketAttachments, ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { readableBy, type Reader } from '#server/support/tickets/list/readable-queries.ts'

export const insertAttachments = (tx: Database, rows: (typeof ticketAttachments.$inferInsert)[]) =>
  tx.insert(ticketAttachments).values(rows)

const shown = {
  id: ticketAttachments.id,
  fileName: ticketAttachments.fileName,
  size: ticketAttachments.size,
  type: ticketAttachments.type,
  isImage: sql<boolean>`${ticketAttachments.type} like 'image/%'`,
}

const ofTicket = ({ organizationId, id }: OwnedRecord) =>
  and(eq(ticketAttachments.organizationId, organizationId), eq(ticketAttachments.ticketId, id))

const selectAttachments = (db: Database, ticket: OwnedRecord, source: SQL) =>
  db
    .select(shown)
    .from(ticketAttachments)
    .where(and(ofTicket(ticket), source))
    .orderBy(ticketAttachments.position)

export const findTicketAttachments = (db: Database, ticket: OwnedRecord) =>
  selectAttachments(db, ticket, isNull(ticketAttachments.messageId))

export const findAttachmentsOf = (db: Database, ticket: OwnedRecord, messageId: string) =>
  selectAttachments(db, ticket, eq(ticketAttachments.messageId, messageId))

export const visibleTo = ({ role }: Reader) => (isStaff(role) ? undefined : eq(ticketMessages.isInternal, false))

const ofMessage = and(
  eq(ticketMessages.ticketId, ticketAttachments.ticketId),
  eq(ticketMessages.id, ticketAttachments.messageId),
)

/** Of messages that the reader may read. */
export const findMessageAttachments = (db: Database, organizationId: string, messageIds: string[]) =>
  db
    .select({ messageId: ticketAttachments.messageId, ...shown })
    .from(ticketAttachments)
    .innerJoin(ticketMessages, ofMessage)
    .where(and(eq(ticketMessages.organizationId, organizationId), inArray(ticketMessages.id, messageIds)))
    .orderBy(ticketAttachments.position)

type AttachmentKey = { id: string; attachmentId: string }

export const findAttachedFile = (db: Database, reader: Reader, { id, attachmentId }: AttachmentKey) =>
  db
    .select({
      ...shown,
      object: { key: objects.key, size: objects.size, sha256: objects.sha256 },
    })
    .from(ticketAttachments)
    .innerJoin(tickets, eq(tickets.id, ticketAttachments.ticketId))
    .innerJoin(objects, eq(objects.id, ticketAttachments.objectId))
    .leftJoin(ticketMessages, ofMessage)
    .where(
      and(
        eq(tickets.id, id),
        eq(ticketAttachments.id, attachmentId),
        readableBy(reader),
        or(isNull(ticketAttachments.messageId), visibleTo(reader) ?? sql`true`),
      ),
    )
    .then(first)
