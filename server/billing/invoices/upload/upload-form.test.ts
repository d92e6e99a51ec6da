import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NUMBER_TAKEN, invoices, type Invoice } from '#contract/billing/invoices.ts'
import { MAX_SIZE } from '#contract/releases/uploads.ts'
import { invoices as table } from '#server/database/schema/billing/invoices.ts'
import { objects } from '#server/database/schema/objects.ts'
import { app, db, newOrganization, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const admin = await signIn({ role: 'admin' })
const PDF = Buffer.from('%PDF-1.7\nan invoice in a form\n%%EOF\n')

type Parts = Record<string, string | File>
const pdfFile = (bytes: Buffer = PDF, name = 'March.pdf') =>
  new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })

const fields = async (changes: Parts = {}): Promise<Parts> => ({
  organizationId: await newOrganization(),
  amount: '1234.5',
  dueDate: '2026-03-31',
  invoiceNumber: `INV-${randomUUID()}`,
  notes: 'March',
  ...changes,
})

/** Over the wire, as a browser sends it. */
async function send(parts: Parts, { person = admin, headers = {} }: { person?: Person; headers?: object } = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  return post(form, { person, headers })
}

async function post(body: BodyInit, { person = admin, headers = {} }: { person?: Person; headers?: object } = {}) {
  const answer = await fetch(origin + invoices.upload.url, {
    method: 'POST',
    headers: { cookie: person.cookie ?? '', ...headers },
    body,
  })
  const told = (await answer.json()) as Invoice & { message: string; errors?: Record<string, string> }
  return { status: answer.status, body: told, headers: answer.headers }
}

const count = (organizationId: unknown) => db.$count(table, eq(table.organizationId, String(organizationId)))
const filesOf = (person: Person) => db.select().from(objects).where(eq(objects.userId, person.user.id))
const download = (id: string) => admin.call(invoices.download, { params: { id } })

test.each(['invoice', 'file', 'upload'])(
  'an invoice comes as a form with its PDF in the part %s [R-API-69 R-ENT-45 R-CONST-17]',
  async (part) => {
    const sent = await fields({ [part]: pdfFile(), color: 'blue' })
    const { status, body } = await send(sent)
    expect([status, body]).toMatchObject([
      201,
      {
        organizationId: sent.organizationId,
        invoiceNumber: sent.invoiceNumber,
        amount: '1234.50',
        balance: '1234.50',
        dueDate: '2026-03-31',
        notes: 'March',
        status: 'issued',
        isManual: true,
      },
    ])
    expect((await download(body.id)).body).toBe(PDF.toString())
  },
)

test('a form may come without a file and notes, JSON may not [R-VAL-50 R-VAL-52 R-VAL-44]', async () => {
  const { notes: _, ...bare } = await fields()
  const { status, body } = await send(bare)
  expect([status, body.notes]).toEqual([201, null])
  expect((await download(body.id)).body).toMatch(/^%PDF-1\.\d/)
  expect((await download(body.id)).body).not.toBe(PDF.toString())
  expect((await send(await fields({ invoice: new File([], '') }))).status, 'nothing was chosen').toBe(201)

  const json = await admin.call(invoices.upload, { body: { ...(await fields()), pdf: null } })
  expect(json).toMatchObject({ status: 400, body: { errors: { pdfUrl: 'Please upload the invoice PDF' } } })
})

test.each([
  ['organizationId', 'Organization is required'],
  ['amount', 'Amount is required'],
  ['dueDate', 'Due date is required'],
  ['invoiceNumber', 'Invoice number is required'],
])('a form without %s is refused, also an empty one [R-VAL-49]', async (field, message) => {
  const person = await signIn({ role: 'admin' })
  const complete = await fields({ invoice: pdfFile() })
  const { [field]: _, ...rest } = complete
  for (const parts of [rest, { ...complete, [field]: '' }]) {
    expect(await send(parts, { person })).toMatchObject({
      status: 400,
      body: { message, errors: { [field]: message } },
    })
  }
  expect(await filesOf(person), 'nothing is left of it').toEqual([])
  expect(await count(complete.organizationId)).toBe(0)
})

test.each([
  ['amount', '0', 'Amount must be more than 0, with at most two decimals'],
  ['amount', '1e3', 'Amount must be more than 0, with at most two decimals'],
  ['dueDate', '2025-02-30', 'Must be a date like 2025-03-05'],
  ['dueDate', '0026-03-31', 'The due date can’t be before the year 2000.'],
  ['dueDate', '2206-03-31', 'The due date can’t be after the year 2099.'],
  ['notes', 'x'.repeat(2001), 'Must be at most 2000 characters'],
  ['notes', 'x'.repeat(20_000), 'Must be at most 2000 characters'],
])('a form whose %s is %.10s is refused', async (field, value, message) => {
  expect(await send(await fields({ [field]: value }))).toMatchObject({
    status: 400,
    body: { errors: { [field]: message } },
  })
})

test('a file that is no PDF, or more than one, issues nothing and leaves nothing [R-CONST-17]', async () => {
  const person = await signIn({ role: 'admin' })
  for (const bytes of [Buffer.from('MZ a program'), Buffer.from('%PD'), Buffer.alloc(0)]) {
    const sent = await fields({ invoice: pdfFile(bytes) })
    const message = 'This file is not a PDF.'
    expect(await send(sent, { person })).toMatchObject({ status: 400, body: { message, errors: { invoice: message } } })
    expect(await count(sent.organizationId)).toBe(0)
  }
  const two = await fields({ invoice: pdfFile(), file: pdfFile() })
  expect(await send(two, { person })).toMatchObject({
    status: 413,
    body: { message: 'The form has too many fields or files.' },
  })
  expect(await count(two.organizationId)).toBe(0)
  expect(await filesOf(person)).toEqual([])
})

test('a file of exactly 10485760 bytes is taken, and one more byte is too many [R-CONST-17]', async () => {
  const sized = (size: number) => pdfFile(Buffer.concat([PDF, Buffer.alloc(size - PDF.length)]))
  const { status, body } = await send(await fields({ invoice: sized(MAX_SIZE.invoice) }))
  expect(status).toBe(201)
  expect((await download(body.id)).headers['content-length']).toBe(String(MAX_SIZE.invoice))
  for (const size of [MAX_SIZE.invoice + 1, 3 * MAX_SIZE.invoice]) {
    const sent = await fields({ invoice: sized(size) })
    expect(await send(sent)).toMatchObject({ status: 413, body: { message: 'The file is larger than 10 MB.' } })
    expect(await count(sent.organizationId)).toBe(0)
  }
})

test('a form without an organization is refused, and of eight concurrent forms with one number one is accepted [R-VAL-45]', async () => {
  expect((await send(await fields({ organizationId: randomUUID() }))).status).toBe(404)
  const invoiceNumber = `INV-${randomUUID()}`
  const sent = await fields({ invoiceNumber, invoice: pdfFile() })
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(sent)))
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(NUMBER_TAKEN)
  expect(await count(sent.organizationId)).toBe(1)
})

test('a form is repeated safely: the same key with another file is another request', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const sent = await fields({ invoice: pdfFile() })
  const [first, again] = [await send(sent, { headers }), await send(sent, { headers })]
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const other = { ...sent, invoice: pdfFile(Buffer.concat([PDF, PDF])) }
  expect((await send(other, { headers })).status).toBe(422)
})

test('a form is accepted only from an admin on our own pages [R-ROLE-45]', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const sent = await fields({ organizationId: owner.organizationId })
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' })])
    expect((await send(sent, { person })).status).toBe(403)
  expect((await send(sent, { headers: { cookie: '' } })).status).toBe(401)
  expect((await send(sent, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  expect(await count(owner.organizationId)).toBe(0)
})

test('text that is not in UTF-8 is refused, not replaced', async () => {
  const text = Object.entries(await fields({ notes: 'Größe' })).map(([name, value]) =>
    typeof value === 'string' ? `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n` : '',
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const sendAs = (encoding: 'latin1' | 'utf8') => post(Buffer.from(`${text.join('')}--b--\r\n`, encoding), { headers })
  expect(await sendAs('latin1')).toMatchObject({ status: 400, body: { message: 'The form is not valid UTF-8.' } })
  expect(await sendAs('utf8')).toMatchObject({ status: 201, body: { notes: 'Größe' } })
})

test('what is no form is refused', async () => {
  const type = (value: string) => ({ headers: { 'content-type': value } })
  const broken = [
    ['', type('multipart/form-data; boundary=x')],
    ['--x\r\nnonsense', type('multipart/form-data; boundary=x')],
    ['--x', type('multipart/form-data')],
    [
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
      type('multipart/form-data; boundary=x'),
    ],
  ] as const
  for (const [body, options] of broken) {
    const { status, body: told } = await post(body, options)
    expect([body, status]).toEqual([body, 400])
    expect(told.message).not.toBe('')
  }
  for (const other of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=x'])
    expect((await post('amount=1', type(other))).status, other).toBe(415)
  const crowded = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, 'x']))
  expect((await send(await fields(crowded))).status).toBe(413)
})
