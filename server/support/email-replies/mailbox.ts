import * as z from 'zod/mini'
import { MAX_ATTACHMENTS } from '#contract/support/attachments.ts'
import { MessageText } from '#contract/support/ticket-fields.ts'
import type { Actor } from '#server/platform/actor.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { badRequest, forbidden } from '#server/platform/http/errors.ts'
import type { Mailbox } from '#server/platform/mail/listener.ts'
import type { Platform } from '#server/platform/platform.ts'
import { contentOf } from '#server/platform/storage/kinds/content.ts'
import { plainFileName } from '#server/platform/storage/kinds/file-name.ts'
import type { CheckedAttachment } from '#server/support/tickets/attachments/attachments.ts'
import type { ReplyAddresses } from '#server/support/tickets/emails/reply-address.ts'
import { writeEmailed } from '#server/support/tickets/messages/messages.ts'
import type { EmailFile, ReceivedEmail } from './parse-email.ts'
import { findConversation, isWritten } from './queries.ts'
import { readEmail } from './read-email.ts'

const WRITE_ABOVE = 'Write it above the email that you answer.'

/** Takes customers' answers to emails about their tickets. The refusals are for mail programs, which show them to the customer. */
export function createMailbox(platform: Platform, addresses: ReplyAddresses): Mailbox {
  const { config, db, limits, objects } = platform
  const inPortal = `Answer in the portal: ${config.publicUrl}/support`

  async function requireConversation(address: string) {
    const read = addresses.read(address)
    const conversation = read && (await findConversation(db, read.number))
    if (!conversation || !addresses.isGenuine(read.signature, conversation))
      throw forbidden(`This address takes answers to emails about tickets only. ${inPortal}`)
    return conversation
  }

  async function storeFiles(userId: string, files: EmailFile[]) {
    if (files.length > MAX_ATTACHMENTS)
      throw badRequest(`An answer can have at most ${MAX_ATTACHMENTS} files. ${inPortal}`)
    const named = files.map(({ fileName, content }) => ({ fileName: plainFileName(fileName), content }))
    const kinds = named.map(({ fileName }) => contentOf('attachment', fileName))
    const stored: CheckedAttachment[] = []
    for (const [place, { fileName, content }] of named.entries()) {
      const upload = await objects.store({ userId, purpose: 'attachment', fileName }, Buffer.from(content))
      stored.push({ upload, fileName, type: kinds[place]!.type })
    }
    return stored
  }

  function messageIn({ answer, files }: ReceivedEmail) {
    const { success, data, error } = z.safeParse(
      MessageText,
      answer || files.map(({ fileName }) => fileName).join('\n'),
    )
    if (success) return data
    throw badRequest(answer ? `${error.issues[0]?.message}. ${inPortal}` : `The answer is empty. ${WRITE_ABOVE}`)
  }

  return {
    check: async (address) => void (await requireConversation(address)),

    take: async ({ address, sender, source }) => {
      const conversation = await requireConversation(address)
      const { userId, organizationId, role } = conversation
      const email = await readEmail(source, [config.mail.from, config.productName])
      const about = { userId, organizationId }
      if (email.isAutomatic || sender === '') return { result: 'automatic', ...about }
      if (email.from?.toLowerCase() !== conversation.email.toLowerCase())
        throw forbidden(`Only the person who got the email can answer it, from the same address. ${inPortal}`)
      const emailHash = sha256(`${conversation.id} ${email.messageId}`)
      if (await isWritten(db, emailHash)) return { result: 'repeated', ...about }
      const message = messageIn(email)
      await limits.spend('message by user', userId)
      const reader = { id: userId, role, organizationId }
      const files = await storeFiles(userId, email.files)
      const by = { actor: actorOf(conversation), reader }
      const isNew = await writeEmailed(platform, by, conversation.continuesIn, { message, files, emailHash })
      return { result: isNew ? 'written' : 'repeated', ...about }
    },
  }
}

const actorOf = ({ userId, name }: { userId: string; name: string }): Actor => ({
  kind: 'user',
  id: userId,
  name: `${name} by email`,
  ip: null,
  requestId: null,
})
