import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { NUMBER_TAKEN, invoices, type InvoiceUpload } from '#contract/billing/invoices.ts'
import { uploads } from '#contract/releases/uploads.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoiceStatusChanges, invoices as table } from '#server/database/schema/billing/invoices.ts'
import { emails } from '#server/database/schema/emails.ts'
import { notificationSettings } from '#server/database/schema/identity/users.ts'
import {
  app,
  db,
  newOrganization,
  newUser,
  signIn,
  stranger,
  type Person,
  statusesOf,
} from '#server/testing/testing.ts'

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const admin = await signIn({ role: 'admin' })
const PDF = Buffer.from('%PDF-1.7\nan undisputed invoice\n%%EOF\n')

/** Asks for an upload URL and sends a file there, as the browser does. */
async function upload(person: Person = admin, file: Buffer | null = PDF) {
  const { uploadURL } = (await person.call(uploads.request)).body
  const { pathname, search } = new URL(uploadURL)
  if (file) await fetch(origin + pathname + search, { method: 'PUT', body: new Uint8Array(file) })
  return uploadURL
}

const draft = async (facts: Partial<InvoiceUpload> = {}) => ({
  organizationId: await newOrganization(),
  invoiceNumber: `INV/2026/${randomUUID().slice(0, 8)}`,
  amount: '1234.5',
  dueDate: '2026-03-31',
  notes: 'March',
  pdfUrl: facts.pdfUrl ?? (await upload()),
  ...facts,
})

const submit = (body: object, person: Person = admin) => person.call(invoices.upload, { body })
const download = (person: Person, id: string, headers = {}) =>
  person.call(invoices.download, { params: { id }, headers })
const count = (organizationId: string) => db.$count(table, eq(table.organizationId, organizationId))

test('an uploaded invoice reaches its customer byte for byte [R-STATE-44 R-STATE-45 R-ENT-44 R-API-68 R-API-23]', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const body = await draft({ organizationId: owner.organizationId })
  const answer = await submit(body)
  expect(answer).toMatchObject({
    status: 201,
    body: {
      invoiceNumber: body.invoiceNumber,
      amount: '1234.50',
      totalAmount: '1234.50',
      balance: '1234.50',
      currency: 'ZAR',
      status: 'issued',
      dueDate: '2026-03-31',
      isManual: true,
      paidAt: null,
      notes: 'March',
    },
  })
  const { id, invoiceUrl } = answer.body
  expect(invoiceUrl).toBe(`/api/invoices/${id}/download`)

  const file = await download(owner, id)
  expect(file.status).toBe(200)
  expect(file.body).toBe(PDF.toString())
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(PDF.length),
    'content-disposition': `attachment; filename="${body.invoiceNumber.replaceAll('/', '-')}.pdf"; filename*=UTF-8''${body.invoiceNumber.replaceAll('/', '-')}.pdf`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test('an issued invoice leaves its status and an audit entry', async () => {
  const { body } = await submit(await draft())
  const changes = await db.select().from(invoiceStatusChanges).where(eq(invoiceStatusChanges.invoiceId, body.id))
  expect(changes).toMatchObject([{ fromStatus: null, toStatus: 'issued', userId: admin.user.id }])
  const told = await db.select().from(auditLog).where(eq(auditLog.subjectId, body.id))
  expect(told).toMatchObject([
    { action: 'invoice.created', organizationId: body.organizationId, actorId: admin.user.id },
  ])
})

test('a PDF is for its organization and admins, and 404 for all other users [R-ROLE-44]', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const { id } = (await submit(await draft({ organizationId: owner.organizationId }))).body
  const colleague = await owner.colleague('customer')
  for (const person of [owner, colleague, admin]) expect((await download(person, id)).status).toBe(200)

  const others = [
    await signIn({ role: 'org_admin' }),
    await signIn({ role: 'customer' }),
    await signIn({ role: 'agent' }),
  ]
  for (const person of others) {
    expect(await download(person, id)).toMatchObject({ status: 404, message: 'Invoice not found' })
    expect(await download(person, randomUUID())).toMatchObject({ status: 404, message: 'Invoice not found' })
  }
  expect((await stranger().call(invoices.download, { params: { id } })).status).toBe(401)
})

test('an invoice without a file is printed, the same each time, and a draft is not there for its customer', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const hidden = await makeInvoice(db, { organizationId: owner.organizationId, status: 'draft' })
  const bare = await makeInvoice(db, { organizationId: owner.organizationId })
  expect(await download(owner, hidden.id)).toMatchObject({ status: 404, message: 'Invoice not found' })
  expect((await download(admin, hidden.id)).status).toBe(200)

  const printed = await download(owner, bare.id)
  expect(printed).toMatchObject({
    status: 200,
    body: expect.stringMatching(/^%PDF-1\.\d/),
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${bare.invoiceNumber}.pdf"; filename*=UTF-8''${bare.invoiceNumber}.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
  const etag = String(printed.headers.etag)
  expect(await download(owner, bare.id, { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' })
  expect(await download(owner, bare.id, { range: 'bytes=0-3' })).toMatchObject({ status: 206, body: '%PDF' })
  await db.update(table).set({ status: 'void' }).where(eq(table.id, bare.id))
  expect((await download(owner, bare.id, { 'if-none-match': etag })).status, 'with its stamp it is another').toBe(200)
})

test('only administrators with the notification on are emailed an invoice', async () => {
  const organizationId = await newOrganization()
  const wanting = await newUser({ role: 'org_admin', organizationId })
  const silent = await newUser({ role: 'org_admin', organizationId })
  const others = [
    await newUser({ role: 'customer', organizationId }),
    await newUser({ role: 'org_admin', organizationId, status: 'suspended' }),
    await newUser({ role: 'org_admin', organizationId: await newOrganization() }),
  ]
  await db.insert(notificationSettings).values({ userId: silent.id, kind: 'invoices', isEnabled: false })
  const { invoiceNumber } = (await submit(await draft({ organizationId }))).body
  const letters = await db.select().from(emails).where(eq(emails.kind, 'invoice-issued'))
  const to = [wanting, silent, ...others].map(({ email }) => email)
  const told = letters.filter((letter) => to.includes(letter.to))
  expect(told.map((letter) => letter.to)).toEqual([wanting.email])
  expect(told[0]?.text).toContain(`Invoice ${invoiceNumber} for R1234.50 is due on Mar 31, 2026.`)
  expect(told[0]?.text).toContain('/billing')
})

test('a cut download resumes, and an unchanged file is not sent again', async () => {
  const { id } = (await submit(await draft())).body
  const etag = String((await download(admin, id)).headers.etag)
  const part = (range: string, headers = {}) => download(admin, id, { range, ...headers })

  expect(await part('bytes=5-')).toMatchObject({
    status: 206,
    body: PDF.subarray(5).toString(),
    headers: { 'content-range': `bytes 5-${PDF.length - 1}/${PDF.length}` },
  })
  expect(await part('bytes=0-3')).toMatchObject({ status: 206, body: '%PDF', headers: { 'content-length': '4' } })
  expect(await part('bytes=-6')).toMatchObject({ status: 206, body: PDF.subarray(-6).toString() })
  expect(await part('bytes=0-999999')).toMatchObject({ status: 206, body: PDF.toString() })
  expect(await part('bytes=5-', { 'if-range': etag })).toMatchObject({ status: 206 })
  expect(await part('bytes=5-', { 'if-range': '"older"' })).toMatchObject({ status: 200, body: PDF.toString() })
  expect((await part('bytes=0-1,4-5')).headers['content-type']).toMatch(/^multipart\/byteranges; boundary=/)
  for (const unread of ['bytes=3-1', 'bytes=-', 'lines=1-2']) expect((await part(unread)).status, unread).toBe(200)
  expect(await part('bytes=5000-')).toMatchObject({
    status: 416,
    headers: { 'content-range': `bytes */${PDF.length}` },
  })
  expect(await download(admin, id, { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' })
})

test('an invoice number is taken once, also when two admins choose it at once', async () => {
  const other = await signIn({ role: 'admin' })
  const invoiceNumber = `INV-${randomUUID()}`
  const [one, two] = [await draft({ invoiceNumber }), await draft({ invoiceNumber, pdfUrl: await upload(other) })]
  const answers = await Promise.all([submit(one), submit(two, other)])
  expect(statusesOf(answers)).toEqual([201, 409])
  const loser = answers[0]?.status === 409 ? { body: one, person: admin } : { body: two, person: other }
  expect(await submit(loser.body, loser.person)).toMatchObject({ status: 409, message: NUMBER_TAKEN })
  expect(await count(loser.body.organizationId)).toBe(0)
  expect(
    await submit({ ...loser.body, invoiceNumber: `INV-${randomUUID()}` }, loser.person),
    'its file is still free',
  ).toMatchObject({ status: 201 })
})

test('a file belongs to one invoice, however many ask for it at once', async () => {
  const pdfUrl = await upload()
  const bodies = await Promise.all(Array.from({ length: 5 }, () => draft({ pdfUrl })))
  const answers = await Promise.all(bodies.map((body) => submit(body)))
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409])
})

test.each([
  ['that was never sent', () => upload(admin, null), 'The file has not been uploaded.'],
  ['that was refused', () => upload(admin, Buffer.from('MZ not a PDF')), 'The file has not been uploaded.'],
  [
    'that another user uploaded',
    async () => upload(await signIn({ role: 'admin' })),
    'This is not a file that you uploaded.',
  ],
  ['of another site', async () => 'https://evil.example/invoice.pdf', 'This is not a file that you uploaded.'],
  ['that is no address', async () => 'http://', 'This is not a file that you uploaded.'],
  ['of the server’s own', async () => 'file:///etc/passwd', 'This is not a file that you uploaded.'],
])('a file %s issues no invoice [R-VAL-44]', async (_name, pdfUrl, message) => {
  const body = await draft({ pdfUrl: await pdfUrl() })
  expect(await submit(body)).toMatchObject({ status: 400, body: { message, errors: { pdfUrl: message } } })
  expect(await count(body.organizationId)).toBe(0)
})

test.each([
  ['organizationId', undefined, 'Organization is required'],
  ['invoiceNumber', '', 'Invoice number is required'],
  ['amount', undefined, 'Amount is required'],
  ['amount', '0', 'Amount must be more than 0, with at most two decimals'],
  ['amount', ' ', 'Amount is required'],
  ['amount', '-1', 'Amount must be more than 0, with at most two decimals'],
  ['amount', '1.005', 'Amount must be more than 0, with at most two decimals'],
  ['dueDate', undefined, 'Due date is required'],
  ['dueDate', '', 'Due date is required'],
  ['dueDate', '2026-02-30', 'Must be a date like 2025-03-05'],
  ['pdfUrl', undefined, 'Please upload the invoice PDF'],
])('%s = %s is refused [R-VAL-43]', async (field, value, message) => {
  const body = { ...(await draft({ pdfUrl: 'unused' })), [field]: value }
  expect(await submit(body)).toMatchObject({ status: 400, body: { errors: { [field]: message } } })
})

test('an organization that does not exist gets no invoice, and the file stays free', async () => {
  const body = await draft({ organizationId: randomUUID() })
  expect(await submit(body)).toMatchObject({ status: 404, message: 'Organization not found' })
  expect((await submit({ ...body, organizationId: await newOrganization() })).status).toBe(201)
})
