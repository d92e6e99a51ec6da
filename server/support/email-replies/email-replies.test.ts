import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '#contract/support/messages.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketMails, tickets } from '#server/database/schema/support/tickets.ts'
import { rotateSecrets } from '#server/platform/secrets/secrets.ts'
import { ANSWER_ABOVE } from '#server/support/tickets/emails/reply-address.ts'
import { addressFor, openMailServer } from '#server/testing/support/email-replies.ts'
import { change, newTicketOf, read } from '#server/testing/support/tickets.ts'
import { db, platform, signIn, type Person } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const colleague = await customer.colleague('org_admin')
const stranger = await signIn({ role: 'org_admin' })
const agent = await signIn({ role: 'agent' })

const conversationOf = async (person: Person, ticket: { id: string }) =>
  (await person.call(messages.list, { params: ticket })).body
const wordsOf = async (ticket: { id: string }) => (await conversationOf(agent, ticket)).map(({ message }) => message)

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

test('an email that the mail server delivers again is written once, also at the same time', async () => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const letter = { to, from: customer.user.email, text: 'Once.', messageId: `<${randomUUID()}@acme.example>` }
  const replies = await Promise.all(Array.from({ length: 5 }, () => send(letter)))
  expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '250', '250', '250'])
  expect(await wordsOf(ticket)).toEqual(['Once.'])
  await send({ ...letter, messageId: `<${randomUUID()}@acme.example>` })
  expect(await wordsOf(ticket)).toEqual(['Once.', 'Once.'])
})

test('only the customer who got the email answers it, at that address', async () => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const other = await newTicketOf(customer)
  const [to, otherTo] = [await addressFor(customer, ticket), await addressFor(customer, other)]
  const text = 'Please send the key to me.'
  const from = customer.user.email
  for (const person of [colleague, stranger, agent])
    expect(await send({ to, from: person.user.email, text })).toMatch(/^554 .*Only the person who got the email/)
  const [, signature = ''] = /-(\w+)@/.exec(otherTo) ?? []
  const guesses = [
    to.replace(/-\w+@/, `-${signature}@`),
    to.replace(/-\w+@/, `-${'0'.repeat(32)}@`),
    to.replace(/\+\d+-/, '+999999999-'),
    to.replace(/-\w+@/, '@'),
    to.replace('support.example.com', 'example.com'),
    'reply@support.example.com',
    'postmaster@support.example.com',
  ]
  for (const guess of guesses) expect(await send({ to: guess, from, text })).toMatch(/^550 .*takes answers to emails/)
  expect(await wordsOf(ticket)).toEqual([])
  expect(await send({ to: to.toUpperCase(), from: from.toUpperCase(), text })).toMatch(/^250 /)
})

test('an answer is refused once the customer may not write, or the address was forgotten', async () => {
  const { send } = await openMailServer()
  const person = await signIn({ role: 'customer' })
  const ticket = await newTicketOf(person)
  const to = await addressFor(person, ticket)
  const letter = () => send({ to, from: person.user.email, text: `Hello ${randomUUID()}` })
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.user.id))
  expect(await letter()).toMatch(/^550 /)
  await db
    .update(users)
    .set({ status: 'active', organizationId: stranger.organizationId })
    .where(eq(users.id, person.user.id))
  expect(await letter()).toMatch(/^554 .*Ticket not found/)
  await db.update(users).set({ organizationId: person.organizationId }).where(eq(users.id, person.user.id))
  await rotateSecrets(platform, { afterSeconds: 0 })
  expect(await letter()).toMatch(/^250 /)
  await rotateSecrets(platform, { afterSeconds: 0, forget: true })
  await platform.secrets.refresh()
  expect(await letter()).toMatch(/^550 /)
  expect(await wordsOf(ticket)).toHaveLength(1)
})

test.each([
  ['a notice of absence', { headers: { 'Auto-Submitted': 'auto-replied' } }],
  ['a list', { headers: { Precedence: 'list' } }],
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
  ['a program', { attachments: [{ filename: 'setup.exe', content: 'MZ' }] }, /Attach images/],
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

test('while the portal can not store it, the mail server keeps the email', async () => {
  const away = {
    ...platform.objects,
    store: async () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
  }
  const { send } = await openMailServer({ objects: away })
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const letter = { to, from: customer.user.email, text: 'See the file.' }
  expect(await send({ ...letter, attachments: [{ filename: 'a.txt', content: 'x' }] })).toMatch(/^451 /)
  expect(await wordsOf(ticket)).toEqual([])
})

test('connections that end in the middle of an email leave room for others', async () => {
  const { port, send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const commands = `EHLO a\r\nMAIL FROM:<${customer.user.email}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`
  for (let count = 1; count <= 4; count++) {
    const socket = net.connect(port, '127.0.0.1')
    const [greeting] = await once(socket, 'data')
    expect(String(greeting)).toMatch(/^220 /)
    const invited = new Promise<void>((resolve) => {
      socket.on('data', (data) => data.includes('354') && resolve())
    })
    socket.write(commands)
    await invited
    socket.write('From: a\r\n\r\nHalf')
    await new Promise<void>((resolve) => socket.on('close', () => resolve()).end())
  }
  expect(await send({ to, from: customer.user.email, text: 'Whole.' })).toMatch(/^250 /)
  expect(await wordsOf(ticket)).toEqual(['Whole.'])
})

test('an email of two thousand nested parts is returned, and others are taken', async () => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const from = customer.user.email
  const nested = Array.from(
    { length: 2000 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}`,
  ).join('\r\n')
  const raw = `From: ${from}\r\nTo: ${to}\r\nMessage-ID: <${randomUUID()}@a>\r\n${nested}\r\n`
  const [odd, plain] = await Promise.all([send({ to, from, raw }), send({ to, from, text: 'Plain.' })])
  expect([odd.slice(0, 3), plain.slice(0, 3)]).toEqual(['554', '250'])
  expect(await wordsOf(ticket)).toEqual(['Plain.'])
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
