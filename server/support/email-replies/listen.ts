import type { FastifyBaseLogger } from 'fastify'
import type { Platform } from '#server/platform/platform.ts'
import { openReplyAddresses } from '#server/support/tickets/emails/reply-address.ts'
import { createMailbox } from './mailbox.ts'

export async function listenForReplies(platform: Platform, log: FastifyBaseLogger) {
  const { host, port } = platform.config.inboundSmtp
  const addresses = await openReplyAddresses(platform)
  if (port === undefined || !addresses) return undefined
  const { listenForMail } = await import('#server/platform/mail/listener.ts')
  return listenForMail({ host, port, mailbox: createMailbox(platform, addresses), log })
}
