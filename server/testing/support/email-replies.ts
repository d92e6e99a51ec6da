import { createTransport } from 'nodemailer'
import { onTestFinished } from 'vitest'
import type { Platform } from '#server/platform/platform.ts'
import { listenForReplies } from '#server/support/email-replies/listen.ts'
import { openReplyAddresses } from '#server/support/tickets/emails/reply-address.ts'
import { app, config, db, platform, type Person } from '#server/testing/testing.ts'
import { findMailedTicket } from '#server/support/tickets/emails/queries.ts'

export const answering: Platform = {
  ...platform,
  config: { ...config, replyAddress: 'Reply@support.example.com', inboundSmtp: { host: '127.0.0.1', port: 0 } },
}

/** Where this person's answers in the ticket go. */
export async function addressFor({ user }: Person, ticket: { id: string }) {
  const addresses = await openReplyAddresses(answering)
  const found = await findMailedTicket(db, { id: user.id, role: 'agent', organizationId: null }, ticket.id, 'infinity')
  return addresses!.addressOf(found!)
}

type Letter = {
  to: string
  from: string
  text?: string
  html?: string
  headers?: Record<string, string>
  messageId?: string
  attachments?: object[]
  envelopeFrom?: string
  raw?: string | Buffer
}

/** A mail server that hands emails to the portal. Answers with the portal's reply, such as '250 OK: message accepted'. */
export async function openMailServer(over: Partial<Platform> = {}) {
  const listener = (await listenForReplies({ ...answering, ...over }, app.log))!
  onTestFinished(listener.stop)
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  onTestFinished(() => transport.close())
  const send = async ({ envelopeFrom, to, from, ...letter }: Letter) => {
    const envelope = { from: envelopeFrom ?? from, to: [to] }
    const mail = { envelope, from, to, subject: 'Re: Your ticket was updated', ...letter }
    return transport.sendMail(mail).then(
      ({ response }) => response,
      ({ response }: { response: string }) => response,
    )
  }
  return { port: listener.port, send }
}
