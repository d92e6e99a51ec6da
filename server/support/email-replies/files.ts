import * as z from 'zod/mini'
import { GivenAttachment, MAX_ATTACHMENTS } from '#contract/support/attachments.ts'
import { HttpError, badRequest } from '#server/platform/http/errors.ts'
import { contentOf } from '#server/platform/storage/kinds/content.ts'
import { plainFileName } from '#server/platform/storage/kinds/file-name.ts'
import type { Objects } from '#server/platform/storage/objects.ts'
import type { CheckedAttachment } from '#server/support/tickets/attachments/attachments.ts'
import type { EmailFile } from './parse-email.ts'

const UNREADABLE_FILES = ['smime.p7m', 'winmail.dat', 'unnamed.pkcs7-mime', 'unnamed.pgp-encrypted']
const UNREADABLE =
  'This email is encrypted, or in a format of Outlook that can’t be read. Send it as HTML or plain text.'

/** With names as the portal takes them. Refuses files that can't be attached. */
export function checkFiles(files: EmailFile[]) {
  if (files.some(({ fileName }) => UNREADABLE_FILES.includes(fileName.toLowerCase()))) throw badRequest(UNREADABLE)
  if (files.length > MAX_ATTACHMENTS) throw badRequest(`An answer can have at most ${MAX_ATTACHMENTS} files.`)
  return files.map(({ fileName, content }) => ({ fileName: nameOf(fileName), content }))
}

const nameOf = (name: string) =>
  z.safeParse(GivenAttachment.shape.fileName, plainFileName(name).replace(/\p{Cc}/gu, '')).data ?? 'unnamed'

export async function storeFiles(objects: Objects, userId: string, files: EmailFile[]) {
  const stored: CheckedAttachment[] = []
  for (const { fileName, content } of files) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    const upload = await objects.store({ userId, purpose: 'attachment', fileName }, bytes).catch(aboutFile(fileName))
    stored.push({ upload, fileName, type: contentOf('attachment', fileName).type })
  }
  return stored
}

const aboutFile =
  (fileName: string) =>
  (error: unknown): never => {
    if (error instanceof HttpError && error.statusCode < 500 && !error.message.startsWith(fileName))
      error.message = `${fileName}: ${error.message}`
    throw error
  }
