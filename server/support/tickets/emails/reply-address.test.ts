import { and, desc, eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { emails } from '#server/database/schema/emails.ts'
import { resendMail } from '#server/operations/outbox/actions.ts'
import { systemActor } from '#server/platform/actor.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { openPostOffice } from '#server/testing/platform/post-office.ts'
import { say } from '#server/testing/support/attachments.ts'
import { addressFor, answering } from '#server/testing/support/email-replies.ts'
import { newTicketOf } from '#server/testing/support/tickets.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'
import { mailTicket } from './announce.ts'
import { ANSWER_ABOVE, findReplyAddress } from './reply-address.ts'

const customer = await signIn({ role: 'customer' })
const agent = await signIn({ role: 'agent' })

/** The portal, with a mail server. `send` sends the newest email to the person and returns it as it arrived. */
async function openPortal() {
  const { port, received } = await openPostOffice()
  const mail = { from: 'no-reply@example.com', smtpUrl: `smtp://127.0.0.1:${port}` }
  const config = { ...answering.config, demo: false, mail }
  const mailer = createMailer({ config, jobs: answering.jobs, seal: answering.seal })
  onTestFinished(() => mailer.close())
  const send = async ({ user }: Person) => {
    const [row] = await db
      .select({ id: emails.id })
      .from(emails)
      .where(and(eq(emails.to, user.email), eq(emails.kind, 'ticket-news')))
      .orderBy(desc(emails.createdAt))
    const id = row?.id ?? ''
    await mailer.send(
      db,
      id,
      async () => undefined,
      (stored) => findReplyAddress(answering, stored),
    )
    return { id, letter: received.at(-1) }
  }
  return { portal: { ...answering, config, mailer }, send }
}

test('the answer to an email goes to the ticket, also when it is sent again, and that of staff does not', async () => {
  const { portal, send } = await openPortal()
  const ticket = await newTicketOf(customer)
  await say(agent, ticket)
  await say(customer, ticket)
  for (const { user } of [customer, agent]) await mailTicket(portal, { ticketId: ticket.id, userId: user.id })
  const { id, letter } = await send(customer)
  const address = await addressFor(customer, ticket)
  const thread = `<${ticket.id}@localhost>`
  expect(letter).toMatchObject({ replyTo: [{ address }], inReplyTo: thread, references: thread })
  expect(letter?.text?.split('\n')[0]).toBe(ANSWER_ABOVE)
  await resendMail(portal, systemActor, id)
  const again = await send(customer)
  expect(again.id).not.toBe(id)
  expect(again.letter).toMatchObject({ replyTo: [{ address }], inReplyTo: thread })
  const { letter: ofStaff } = await send(agent)
  expect(ofStaff).toMatchObject({ inReplyTo: thread })
  expect(ofStaff?.replyTo).toBeUndefined()
  expect(ofStaff?.text).not.toContain(ANSWER_ABOVE)
})
