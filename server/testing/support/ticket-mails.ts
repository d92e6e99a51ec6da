import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { emails } from '#server/database/schema/emails.ts'
import { mailTicket } from '#server/support/tickets/emails/announce.ts'
import { db, platform, type Person } from '#server/testing/testing.ts'

type TicketRef = { id: string }

export const run = (ticket: TicketRef, { user }: Person) =>
  mailTicket(platform, { ticketId: ticket.id, userId: user.id })

export const emailsTo = ({ user }: Person, ticket: TicketRef) =>
  db
    .select({ subject: emails.subject, text: emails.text, html: emails.html })
    .from(emails)
    .where(sql`${emails.to} = ${user.email} and ${emails.text} like ${`%${ticket.id}%`}`)

/** The one email. */
export async function emailTo(person: Person, ticket: TicketRef) {
  await run(ticket, person)
  const letters = await emailsTo(person, ticket)
  expect(letters).toHaveLength(1)
  return letters[0]!
}
