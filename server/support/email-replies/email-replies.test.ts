import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { ticketMails } from '#server/database/schema/support/ticket-users.ts'
import { ANSWER_ABOVE } from '#server/support/tickets/emails/reply-address.ts'
import { EICAR, knowsEicar } from '#server/testing/releases/clamd.ts'
import { scannedBy, startScanner } from '#server/testing/releases/scanner.ts'
import { addressFor, conversationOf, openMailServer, wordsOf } from '#server/testing/support/email-replies.ts'
import { change, newTicketOf, read } from '#server/testing/support/tickets.ts'
import { db, signIn } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const colleague = await customer.colleague('org_admin')
const agent = await signIn({ role: 'agent' })

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an answer becomes a message of the customer, reopens the ticket and reaches the staff', async () => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer, { status: 'resolved', resolvedAt: new Date().toISOString() })
  const from = customer.user.email
  const text = `It stops again.\n\nOn Monday, Latchkey <no-reply@example.com> wrote:\n> ${ANSWER_ABOVE}\n>\n> Your ticket is resolved\n`
  const attachments = [{ filename: 'window.png', content: PNG }]
  expect(await send({ to: await addressFor(customer, ticket), from, text, attachments })).toMatch(/^250 /)
  const [said] = await conversationOf(customer, ticket)
  expect(said).toMatchObject({
    message: 'It stops again.',
    userId: customer.user.id,
    isEmail: true,
    isInternal: false,
    attachments: [{ fileName: 'window.png', isImage: true, size: PNG.length }],
  })
  expect((await read(agent, ticket)).body.status).toBe('open')
  const concerned = await db.select().from(ticketMails).where(eq(ticketMails.ticketId, ticket.id))
  expect(concerned.map(({ userId }) => userId)).toContain(agent.user.id)
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, ticket.id)).orderBy(auditLog.id)
  const { firstName, lastName } = customer.user
  expect(entry).toMatchObject({ action: 'message.sent', actorId: customer.user.id, ip: null })
  expect(entry?.actorName).toBe(`${firstName} ${lastName} by email`)
})

test.each([
  ['a notice of absence', { headers: { 'Auto-Submitted': 'auto-replied' } }],
  ['a notice of Exchange', { headers: { 'X-Auto-Response-Suppress': 'All' } }],
  ['a report of a mail server', { envelopeFrom: '' }],
])('%s is taken and not written', async (_name, letter) => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  expect(await send({ to, from: customer.user.email, text: 'I am away.', ...letter })).toMatch(/^250 /)
  expect(await wordsOf(ticket)).toEqual([])
})

test.each([
  ['nothing above the quote', { text: `\n> ${ANSWER_ABOVE}\n> Hello` }, /The answer is empty/],
  ['more than a message may have', { text: 'word '.repeat(3000) }, /at most 10000 characters/],
  ['an encrypted email', { attachments: [{ filename: 'smime.p7m', content: 'x' }] }, /is encrypted/],
  [
    'an encrypted email of Thunderbird',
    { attachments: [{ contentType: 'application/pgp-encrypted', filename: false, content: 'Version: 1' }] },
    /is encrypted/,
  ],
  ['a program', { attachments: [{ filename: 'setup.exe', content: 'MZ' }] }, /setup\.exe: Attach images/],
  [
    'a file that is not what its name says',
    { attachments: [{ filename: 'a.pdf', content: 'x' }] },
    /not what its name/,
  ],
  [
    'six files',
    { attachments: Array.from({ length: 6 }, (_, place) => ({ filename: `${place}.txt`, content: 'x' })) },
    /at most 5 files/,
  ],
  ['a file that is too large', { attachments: [{ filename: 'a.txt', content: 'x'.repeat(11_000_000) }] }, /10 MB/],
])('%s is returned with the reason, and nothing is written', async (_name, letter, reason) => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const reply = await send({ to, from: customer.user.email, text: 'See the file.', ...letter })
  expect(reply).toMatch(/^554 /)
  expect(reply).toMatch(reason)
  expect(await wordsOf(ticket)).toEqual([])
})

test('a file with malware is returned with the reason, and the audit log says so', async () => {
  const { send } = await openMailServer({ objects: scannedBy(await startScanner(knowsEicar)) })
  const ticket = await newTicketOf(customer)
  const attachments = [{ filename: 'setup.txt', content: EICAR }]
  const reply = await send({ to: await addressFor(customer, ticket), from: customer.user.email, attachments })
  expect(reply).toMatch(/^554 \S+ setup\.txt contains malware/)
  expect(await wordsOf(ticket)).toEqual([])
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, ticket.id)).orderBy(auditLog.id)
  expect(entry).toMatchObject({
    action: 'upload.refused',
    outcome: 'refused',
    actorId: customer.user.id,
    organizationId: customer.organizationId,
    changes: { reason: [null, expect.stringMatching(/^setup\.txt contains malware/)] },
  })
})

test('an email without text is its markup in words, and a file alone is an answer', async () => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const from = customer.user.email
  const html = `<p>It <b>stops</b> &lt;here&gt;.</p><script>alert(1)</script><img src="cid:logo"><blockquote><p>${ANSWER_ABOVE}</p>Old</blockquote>`
  const logo = { filename: 'logo.png', content: PNG, cid: 'logo', contentDisposition: 'inline' }
  expect(await send({ to, from, html, attachments: [logo] })).toMatch(/^250 /)
  const attachments = [
    { filename: 'portal.log', content: 'line' },
    { filename: 'smime.p7s', content: 'x', contentType: 'application/pkcs7-signature' },
  ]
  expect(await send({ to, from, attachments })).toMatch(/^250 /)
  const said = await conversationOf(customer, ticket)
  expect(said.map(({ message }) => message)).toEqual(['It stops <here>.', 'portal.log'])
  expect(said.map((message) => message.attachments.map(({ fileName }) => fileName))).toEqual([[], ['portal.log']])
})

test('an answer to a ticket that was merged goes to where the conversation continues', async () => {
  const { send } = await openMailServer()
  const [source, target, colleagues] = [
    await newTicketOf(customer),
    await newTicketOf(customer),
    await newTicketOf(colleague),
  ]
  const from = customer.user.email
  const to = await addressFor(customer, source)
  const mergeInto = (id: string) =>
    db
      .update(tickets)
      .set({ mergedInto: id, status: 'closed', resolvedAt: new Date().toISOString() })
      .where(eq(tickets.id, source.id))
  await mergeInto(target.id)
  expect(await send({ to, from, text: 'One.' })).toMatch(/^250 /)
  await mergeInto(colleagues.id)
  expect(await send({ to, from, text: 'Two.' })).toMatch(/^250 /)
  const own = async (ticket: { id: string }) =>
    (await conversationOf(agent, ticket))
      .filter(({ ticketId, isEmail }) => isEmail && ticketId === ticket.id)
      .map(({ message }) => message)
  expect([await own(target), await own(source), await own(colleagues)]).toEqual([['One.'], ['Two.'], []])
  expect((await read(agent, source)).body).toMatchObject({ status: 'open', mergedInto: null })
})

test('cards of addresses, invitations, reactions and small pictures are no files, and names are as in the portal', async () => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const picture = (cid: string, size: number) => {
    const content = Buffer.concat([PNG, Buffer.alloc(size)])
    return { filename: `${cid}.png`, content, cid, contentDisposition: 'inline' }
  }
  const attachments = [
    { filename: 'lerato.vcf', content: 'BEGIN:VCARD', contentType: 'text/vcard' },
    { filename: 'invite.ics', content: 'BEGIN', contentType: 'application/ics' },
    { filename: false, content: '{"emoji":"👍"}', contentType: 'text/vnd.google.email-reaction+json' },
    { filename: 'note\u202es.\u0007txt', content: 'x' },
    picture('logo', 1000),
    picture('screen', 6000),
  ]
  const html = '<p>See this error:</p><img src="cid:screen"><img src="cid:logo">'
  expect(await send({ to, from: customer.user.email, html, attachments })).toMatch(/^250 /)
  const [said] = await conversationOf(customer, ticket)
  expect(said?.attachments.map(({ fileName }) => fileName).toSorted()).toEqual(['notes.txt', 'screen.png'])
})

test('the address of an answer is not part of the answer', async () => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  await send({ to, from: customer.user.email, text: `To: ${to}\nStill so.` })
  expect(await wordsOf(ticket)).toEqual(['To: reply@support.example.com\nStill so.'])
})

test('a closed ticket is opened again, and what staff set since stays', async () => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  await change(agent, ticket, { status: 'closed', priority: 'high' })
  expect(await send({ to: await addressFor(customer, ticket), from: customer.user.email, text: 'Not yet.' })).toMatch(
    /^250 /,
  )
  expect((await read(agent, ticket)).body).toMatchObject({ status: 'open', priority: 'high' })
})
