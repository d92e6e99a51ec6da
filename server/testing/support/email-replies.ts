import { createTransport } from 'nodemailer'
import { onTestFinished } from 'vitest'
import { messages } from '#contract/support/messages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listenForReplies } from '#server/support/email-replies/listen.ts'
import { openReplyAddresses } from '#server/support/tickets/emails/reply-address.ts'
import { app, config, db, platform, signIn, type Person } from '#server/testing/testing.ts'
import { findOpened } from '#server/support/tickets/emails/queries.ts'

const REPLY_ADDRESS = 'Reply@support.example.com'

export const answering: Platform = {
  ...platform,
  config: { ...config, replyAddress: REPLY_ADDRESS, inboundSmtp: { host: '127.0.0.1', port: 0 } },
}

/** Where this person's answers in the ticket go. */
export async function addressFor({ user }: Person, ticket: { id: string }, replyAddress = REPLY_ADDRESS) {
  const addresses = await openReplyAddresses({ ...answering, config: { ...config, replyAddress } })
  return addresses!.addressOf((await findOpened(db, ticket.id, user.email))!)
}

export const conversationOf = async (person: Person, ticket: { id: string }) =>
  (await person.call(messages.list, { params: ticket })).body

const agent = await signIn({ role: 'agent' })

/** The messages, for staff. */
export const wordsOf = async (ticket: { id: string }) =>
  (await conversationOf(agent, ticket)).map(({ message }) => message)

type Letter = {
  to: string | string[]
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
export async function openMailServer({
  replyAddress = REPLY_ADDRESS,
  ...over
}: Partial<Platform> & { replyAddress?: string } = {}) {
  const config = { ...answering.config, replyAddress }
  const listener = (await listenForReplies({ ...answering, ...over, config }, app.log))!
  onTestFinished(listener.stop)
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  onTestFinished(() => transport.close())
  const send = async ({ envelopeFrom, to, from, ...letter }: Letter) => {
    const envelope = { from: envelopeFrom ?? from, to: [to].flat() }
    const mail = { envelope, from, to, subject: 'Re: Your ticket was updated', ...letter }
    return transport.sendMail(mail).then(
      ({ response, rejectedErrors = [] }) => [response, ...rejectedErrors.map((error) => error.response)].join('\n'),
      ({ response }: { response: string }) => response,
    )
  }
  return { port: listener.port, send }
}
