import * as z from 'zod/mini'
import { MessageText } from '#contract/support/ticket-fields.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { badRequest, forbidden } from '#server/platform/http/errors.ts'
import type { Mailbox } from '#server/platform/mail/listener.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isMalware } from '#server/platform/storage/kinds/malware.ts'
import type { ReplyAddresses } from '#server/support/tickets/emails/reply-address.ts'
import { writeEmailed } from '#server/support/tickets/messages/messages.ts'
import { checkFiles, storeFiles } from './files.ts'
import type { EmailFile } from './parse-email.ts'
import { findConversation, isWritten } from './queries.ts'
import { readEmail } from './read-email.ts'

type Conversation = NonNullable<Awaited<ReturnType<typeof findConversation>>>

const EMPTY = 'The answer is empty. Write it above the email that you answer.'

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

  const messageIn = (answer: string, files: EmailFile[]) => {
    const written = answer || files.map(({ fileName }) => fileName).join('\n')
    const { success, data, error } = z.safeParse(MessageText, written)
    if (success) return data
    throw badRequest(answer ? `${error.issues[0]?.message}. ${inPortal}` : EMPTY)
  }

  const auditMalware =
    (actor: Actor, { id, organizationId }: Conversation) =>
    async (error: unknown): Promise<never> => {
      if (isMalware(error))
        await audit(db, actor, {
          action: 'upload.refused',
          outcome: 'refused',
          organizationId,
          subject: { kind: 'ticket', id },
          changes: { reason: [null, error.message] },
        })
      throw error
    }

  return {
    check: async (address) => void (await requireConversation(address)),

    take: async ({ address, sender, source }) => {
      const conversation = await requireConversation(address)
      const { userId, organizationId, role } = conversation
      const email = await readEmail(source, { address: config.mail.from, name: config.productName })
      const about = { userId, organizationId }
      if (email.isAutomatic || sender === '') return { result: 'automatic', ...about }
      if (email.from?.toLowerCase() !== conversation.email.toLowerCase())
        throw forbidden(`Only the person who got the email can answer it, from the same address. ${inPortal}`)
      const emailHash = sha256(`${conversation.id} ${email.messageId}`)
      if (await isWritten(db, emailHash)) return { result: 'repeated', ...about }
      const given = checkFiles(email.files)
      const message = messageIn(email.answer, given)
      const by = { actor: actorOf(conversation), reader: { id: userId, role, organizationId } }
      await limits.spend('message by user', userId)
      const files = await storeFiles(objects, userId, given).catch(auditMalware(by.actor, conversation))
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
