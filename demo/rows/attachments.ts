import { randomUUID } from 'node:crypto'
import { only, type Database } from '#server/database/database.ts'
import { objects as objectTable } from '#server/database/schema/objects.ts'
import { ticketAttachments } from '#server/database/schema/support/tickets.ts'
import { contentOf } from '#server/platform/storage/kinds/content.ts'
import type { Objects } from '#server/platform/storage/objects.ts'
import { storedRow } from './releases.ts'

/** A ticket, or a message, which has a `ticketId`. */
type Owner = { id: string; organizationId: string; userId: string; ticketId?: string; createdAt: string }
type File = { id: string; key: string; fileName: string }

export function attachmentRows({ organizationId, userId, createdAt, ...owner }: Owner, file: File, bytes: Buffer) {
  const { id: objectId, key, fileName } = file
  return {
    object: { ...storedRow({ purpose: 'attachment', key, userId, fileName }, bytes, createdAt), id: objectId },
    attachment: {
      organizationId,
      ticketId: owner.ticketId ?? owner.id,
      messageId: owner.ticketId ? owner.id : null,
      objectId,
      fileName,
      type: contentOf('attachment', fileName).type,
      size: bytes.length,
      position: 0,
      createdAt,
    },
  }
}

export async function makeAttachment(
  { db, objects }: { db: Database; objects: Objects },
  owner: Owner,
  { fileName = 'screen.txt', bytes = Buffer.from('Text on the screen') } = {},
) {
  const key = `attachment-${randomUUID()}.${contentOf('attachment', fileName).extension}`
  const { object, attachment } = attachmentRows(owner, { id: randomUUID(), key, fileName }, bytes)
  await objects.provide(key, () => bytes)
  await db.insert(objectTable).values(object)
  return db.insert(ticketAttachments).values(attachment).returning().then(only)
}
