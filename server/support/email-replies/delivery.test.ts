import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { expect, onTestFinished, test, vi } from 'vitest'
import { received } from '#server/platform/mail/mail-metrics.ts'
import { addressFor, openMailServer, wordsOf } from '#server/testing/support/email-replies.ts'
import { newTicketOf } from '#server/testing/support/tickets.ts'
import { platform, signIn } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })

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

test('each recipient is taken alone, and another spelling of the domain is the same', async () => {
  const { send } = await openMailServer({ replyAddress: 'reply@xn--bcher-kva.example' })
  const [one, other] = [await newTicketOf(customer), await newTicketOf(customer)]
  const replyAddress = 'reply@xn--bcher-kva.example'
  const to = [await addressFor(customer, one, replyAddress), await addressFor(customer, other, replyAddress)]
  expect(await send({ to, from: customer.user.email, text: 'Both.' })).toMatch(/^250 [^]*\n452 /)
  expect([await wordsOf(one), await wordsOf(other)]).toEqual([['Both.'], []])
})

test('an email without an id that is delivered again, after other servers, is written once', async () => {
  const { send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const from = customer.user.email
  for (const received of ['one', 'two'])
    expect(await send({ to, from, raw: `Received: ${received}\r\nFrom: ${from}\r\n\r\nOnce.` })).toMatch(/^250 /)
  expect(await wordsOf(ticket)).toEqual(['Once.'])
})

test('an email above 40 MB is refused', async () => {
  const { send } = await openMailServer()
  const to = await addressFor(customer, await newTicketOf(customer))
  const from = customer.user.email
  const raw = Buffer.alloc(41 * 1024 * 1024, `From: ${from}\r\n\r\n${'x'.repeat(70)}\r\n`)
  expect(await send({ to, from, raw })).toMatch(/^554 .*at most 40 MB/)
})

test('an email that a failing database did not store is written when it comes again', async () => {
  const failing = Object.assign(Object.create(platform.db), {
    transaction: async () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })),
  })
  const [down, up] = [await openMailServer({ db: failing }), await openMailServer()]
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const letter = { to, from: customer.user.email, text: 'Twice sent.', messageId: `<${randomUUID()}@a>` }
  expect(await down.send(letter)).toMatch(/^451 /)
  expect(await up.send(letter)).toMatch(/^250 /)
  expect(await wordsOf(ticket)).toEqual(['Twice sent.'])
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

/** A mail server in the middle of an email. */
async function beginEmail(port: number, to: string, begin: string) {
  const socket = net.connect(port, '127.0.0.1')
  const [greeting] = await once(socket, 'data')
  expect(String(greeting)).toMatch(/^220 /)
  const invited = new Promise<void>((resolve) => {
    socket.on('data', (data) => data.includes('354') && resolve())
  })
  socket.write(`EHLO a\r\nMAIL FROM:<${customer.user.email}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
  await invited
  socket.write(begin)
  return { end: async () => new Promise<void>((resolve) => socket.on('close', () => resolve()).end()) }
}

test('connections that end in the middle of an email leave room for others', async () => {
  const { port, send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  for (let count = 1; count <= 4; count++) {
    const begun = await beginEmail(port, to, 'From: a\r\n\r\nHalf')
    await begun.end()
  }
  expect(await send({ to, from: customer.user.email, text: 'Whole.' })).toMatch(/^250 /)
  expect(await wordsOf(ticket)).toEqual(['Whole.'])
})

test('an email that never ends is cut off, and the metrics say so', async () => {
  const { port, send } = await openMailServer()
  const ticket = await newTicketOf(customer)
  const to = await addressFor(customer, ticket)
  const deferred = async () => (await received.get()).values.find(({ labels }) => labels.result === 'deferred')?.value
  const before = (await deferred()) ?? 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const begun = await beginEmail(port, to, 'From: a\r\n\r\nHalf')
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await begun.end()
  expect(await send({ to, from: customer.user.email, text: 'Whole.' })).toMatch(/^250 /)
  expect(await deferred()).toBe(before + 1)
})

test('an email that arrives in small pieces is not kept in pieces', async () => {
  const { port } = await openMailServer()
  const to = await addressFor(customer, await newTicketOf(customer))
  const begun = await beginEmail(port, to, `From: a\r\n\r\n${'..\r\n'.repeat(20_000)}`)
  await delay(1000)
  expect(queryObjects(Buffer, { format: 'count' })).toBeLessThan(5000)
  await begun.end()
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
