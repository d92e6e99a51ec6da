import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/database/schema/identity/users.ts'
import { rotateSecrets } from '#server/platform/secrets/secrets.ts'
import { addressFor, openMailServer, wordsOf } from '#server/testing/support/email-replies.ts'
import { newTicketOf } from '#server/testing/support/tickets.ts'
import { db, platform, signIn } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })
const colleague = await customer.colleague('org_admin')
const stranger = await signIn({ role: 'org_admin' })
const agent = await signIn({ role: 'agent' })

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

test.each([
  ['two From headers', (own: string) => `From: ${own}\r\nFrom: a@evil.example`],
  ['two authors', (own: string) => `From: ${own}, a@evil.example`],
  ['two addresses', (own: string) => `From: "x" <${own}> <a@evil.example>`],
  ['an address as a name', (own: string) => `From: a@evil.example <${own}>`],
  ['an encoded address', (own: string) => `From: =?utf-8?B?${Buffer.from(`X <${own}>`).toString('base64')}?=`],
  ['a letter that looks alike', (own: string) => `From: ${own.replace(/l(?=e\.)/, '\u217c')}`],
  ['a group', (own: string) => `From: Us: ${own};`],
])('an email with %s as its author is refused', async (_name, fromOf) => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const from = customer.user.email
  const raw = `${fromOf(from)}\r\nMessage-ID: <${randomUUID()}@a>\r\n\r\nHello`
  expect(await send({ to, from, raw })).toMatch(/^554 .*Only the person/)
  expect(await wordsOf(ticket)).toEqual([])
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
