import type { GivenAttachment } from '#contract/support/attachments.ts'
import type { Database } from '#server/database/database.ts'
import { atField, HttpError, notFound } from '#server/platform/http/errors.ts'
import { plainFileName } from '#server/platform/storage/kinds/file-name.ts'
import { contentOf } from '#server/platform/storage/kinds/content.ts'
import { isMalware, scanPatience, infectedFiles } from '#server/platform/storage/kinds/malware.ts'
import type { CheckedUpload, Objects } from '#server/platform/storage/objects.ts'
import type { Reader } from '#server/support/tickets/list/readable-queries.ts'
import type { LockedTicket } from '#server/support/tickets/queries.ts'
import { findAttachedFile, insertAttachments } from './queries.ts'

export type CheckedAttachment = { upload: CheckedUpload; fileName: string; type: string }

/**
 * Checks the user's uploads before the transaction that attaches them, because reading them takes time. 400 for other users' files and
 * wrong content, 409 for files in use. Files with malware are deleted, so one refusal names them all, before other faults.
 */
export async function checkAttachments(objects: Objects, userId: string, given: GivenAttachment[] = []) {
  const checked: CheckedAttachment[] = []
  const infected: HttpError[] = []
  const others: unknown[] = []
  const patience = scanPatience()
  for (const [position, { url, fileName: name }] of given.entries()) {
    const fileName = plainFileName(name)
    try {
      const upload = await objects
        .check({ url, userId, purpose: 'attachment', fileName, patience })
        .catch(atField(`attachments.${position}`))
      checked.push({ upload, fileName, type: contentOf('attachment', fileName).type })
    } catch (error) {
      if (isMalware(error)) infected.push(error)
      else others.push(error)
      if (!isAboutFile(error)) break
    }
  }
  if (infected.length > 0) throw infectedFiles(infected)
  if (others.length > 0) throw others[0]
  return checked
}

/** Not so: the scanner or the storage is down, and would be for the next file too. */
const isAboutFile = (error: unknown) => error instanceof HttpError && error.statusCode < 500

type NewAttachments = {
  ticket: Pick<LockedTicket, 'organizationId' | 'id'>
  /** Null: attached to the ticket itself. */
  messageId: string | null
  files: CheckedAttachment[]
}

/** 409 if another message claimed the file first. */
export async function attach(tx: Database, objects: Objects, { ticket, messageId, files }: NewAttachments) {
  const { organizationId, id: ticketId } = ticket
  const rows = []
  for (const [position, { upload, fileName, type }] of files.entries()) {
    const { id: objectId } = await objects.claim(tx, upload)
    const { size } = upload.measures
    rows.push({ organizationId, ticketId, messageId, objectId, fileName, type, size, position })
  }
  if (rows.length > 0) await insertAttachments(tx, rows)
}

type AttachmentRequest = { id: string; attachmentId: string; view?: '1' | undefined }

/** 404 for missing files, other customers' files and those of internal messages. */
export async function readAttachment(db: Database, reader: Reader, { view, ...wanted }: AttachmentRequest) {
  const file = await findAttachedFile(db, reader, wanted)
  if (!file) throw notFound('Attachment')
  return { ...file, isShown: file.isImage && view === '1' }
}
