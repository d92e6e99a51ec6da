import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { invoices } from '#contract/billing/invoices.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { invoices as invoiceTable } from './database/schema/billing/invoices.ts'
import { sessions, users } from './database/schema/identity/users.ts'
import { licenses as licenseTable } from './database/schema/licensing/licenses.ts'
import { app, db, newOrganization, signIn, type Person } from './testing/testing.ts'

await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** Sends the rest of a body after the request was admitted and `between` was done. Returns the status. */
async function sendInTwo(person: Person, url: string, type: string, body: string, between: () => Promise<unknown>) {
  const own = eq(sessions.userId, person.user.id)
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now() - interval '2 minutes'` })
    .where(own)
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    `POST ${url} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${person.cookie}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`)
  const isLetIn = () => db.$count(sessions, sql`${own} and ${sessions.lastUsedAt} > now() - interval '1 minute'`)
  await expect.poll(isLetIn).toBe(1)
  await between()
  socket.write(body.slice(20))
  return Number((await text(socket)).split(' ')[1])
}

const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const upload = async (person: Person, between: () => Promise<unknown>) => {
  const invoiceNumber = `INV-${randomUUID()}`
  const fields = { organizationId: await newOrganization(), invoiceNumber, amount: '10', dueDate: '2026-03-31' }
  const form = Object.entries(fields).map(([name, value]) => field(name, value))
  const type = 'multipart/form-data; boundary=b'
  const status = await sendInTwo(person, invoices.upload.url, type, `${form.join('')}--b--\r\n`, between)
  return [status, await db.$count(invoiceTable, eq(invoiceTable.invoiceNumber, invoiceNumber))]
}

const create = async (person: Person, between: () => Promise<unknown>) => {
  const label = `Late ${randomUUID()}`
  const body = JSON.stringify({ label })
  const status = await sendInTwo(person, licenses.create.url, 'application/json', body, between)
  return [status, await db.$count(licenseTable, eq(licenseTable.label, label))]
}

test('takes a body that arrives late', async () => {
  const nothing = async () => undefined
  expect(await upload(await signIn({ role: 'admin' }), nothing)).toEqual([201, 1])
  expect(await create(await signIn(), nothing)).toEqual([201, 1])
})

test.each([
  ['form', 'admin', upload],
  ['JSON', 'org_admin', create],
] as const)('refuses a late %s of a user whose session ended before it arrived', async (_what, role, send) => {
  const person = await signIn({ role })
  const end = () => db.delete(sessions).where(eq(sessions.userId, person.user.id))
  expect(await send(person, end)).toEqual([401, 0])
})

test('refuses a late form of a user who lost the role before it arrived', async () => {
  const person = await signIn({ role: 'admin' })
  const demote = () => db.update(users).set({ role: 'agent' }).where(eq(users.id, person.user.id))
  expect(await upload(person, demote)).toEqual([403, 0])
})

const HEAD = ['POST /api/device/validate HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
const chunkOf = (rest: string) => `${rest.length.toString(16)}\r\n${rest}\r\n`

/** Sends part of a body that is too large, and reads the answer. */
async function startTooMuch(header: string, part: string) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`${[...HEAD, header].join('\r\n')}\r\n\r\n${part}`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 413 .*"VALIDATION_ERROR".*too large/s)
  return socket
}

const part = 'x'.repeat(100_000)
const rest = 'x'.repeat(2_900_000)

test.each([
  ['announced', 'Content-Length: 3000000', part, rest],
  ['in chunks', 'Transfer-Encoding: chunked', chunkOf(part), `${chunkOf(rest)}0\r\n\r\n`],
])('a client reads the refusal of a body that is too large, %s, while it sends', async (_how, header, first, last) => {
  const socket = await startTooMuch(header, first)
  socket.write(`${last}GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /)
})

test('a client that sends and then reads to the end of the connection reads the refusal', async () => {
  const socket = await startTooMuch('Content-Length: 3000000\r\nConnection: close', part)
  socket.write(rest)
  expect(await text(socket)).toBe('')
})

test('a client that sends on for more than five seconds is cut', async () => {
  const socket = await startTooMuch('Content-Length: 3000000', part)
  await once(socket, 'close')
})
