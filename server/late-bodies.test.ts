import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
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

async function sendTooMuch(head: string[], between: (socket: Socket) => Promise<unknown>) {
  const socket = connect(port, '127.0.0.1')
  const answer = text(socket)
  await once(socket, 'connect')
  const all = ['POST /api/device/validate HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...head]
  socket.write(`${all.join('\r\n')}\r\n\r\n`)
  await between(socket)
  return answer
}

const other = () => fetch(`http://127.0.0.1:${port}/health/live`)

test.each([
  ['announced', ['Content-Length: 3000000'], (rest: string) => rest],
  [
    'in chunks',
    ['Transfer-Encoding: chunked'],
    (rest: string) => `${rest.length.toString(16)}\r\n${rest}\r\n0\r\n\r\n`,
  ],
])('a client reads the refusal of a body that is too large, %s, after it has sent it', async (_how, head, encode) => {
  const body = encode('x'.repeat(3_000_000))
  const answer = await sendTooMuch(head, async (socket) => {
    await new Promise((done) => socket.write(body.slice(0, 200_000), done))
    expect((await other()).status).toBe(200)
    expect(socket.bytesRead, 'not answered before its end').toBe(0)
    socket.write(body.slice(200_000))
  })
  expect(answer).toMatch(/^HTTP\/1.1 413 .*connection: close.*"VALIDATION_ERROR".*too large/s)
})

test('more than 16 MB are not read before the answer', async () => {
  expect(await sendTooMuch(['Content-Length: 17000000'], async () => undefined)).toMatch(/^HTTP\/1.1 413 /)
  const send = async (socket: Socket) => {
    for (const size of [...Array<number>(16).fill(1_048_576), 500_000])
      socket.write(`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`)
  }
  expect(await sendTooMuch(['Transfer-Encoding: chunked'], send)).toMatch(/^HTTP\/1.1 413 /)
})
