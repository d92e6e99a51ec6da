import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DUE_IN_PAST, invoiceDrafts, MOST_LINES } from '#contract/billing/invoice-drafts.ts'
import { TOTAL_TOO_LARGE } from '#contract/billing/terms.ts'
import { invoices } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { formatDate } from '#contract/dates.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoices as invoiceTable } from '#server/database/schema/billing/invoices.ts'
import { dayOf } from '#server/domain/calendar.ts'
import { dayIn, emailsTo } from '#server/testing/billing/billing-mails.ts'
import { creditLeft, preview, read, set } from '#server/testing/billing/invoices.ts'
import { pagesOf } from '#server/testing/platform/pdf.ts'
import { app, db, inDays, newOrganization, signIn, statusesOf } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

const LINE = { description: 'Training', quantity: 2, price: '1500.50' }

const write = (organizationId: string, facts: object = {}) =>
  admin.call(invoiceDrafts.create, { body: { organizationId, lines: [LINE], ...facts } })

test('a draft has its lines, the next number, and 14 days to pay; the customer neither sees it nor gets an email', async () => {
  const owner = await signIn()
  const { status, body } = await write(owner.organizationId, {
    lines: [LINE, { description: 'Travel', quantity: '1', price: 99.5 }],
    notes: 'As agreed.',
  })
  expect([status, body]).toMatchObject([
    201,
    { status: 'draft', amount: '3100.50', dueDate: await dayIn(14), notes: 'As agreed.', isManual: true },
  ])
  expect(body.invoiceNumber).toMatch(/^INV-\d{4}-\d{5,}$/)
  expect((await read(body)).items).toEqual([
    { description: 'Training', quantity: 2, amount: '3001.00' },
    { description: 'Travel', quantity: 1, amount: '99.50' },
  ])
  expect((await owner.call(payments.read, { params: { id: body.id } })).status).toBe(404)
  expect((await owner.call(invoices.list)).body).toEqual([])
  expect(await emailsTo(owner.user.email, 'invoice-issued')).toEqual([])
  const [logged] = await db.select().from(auditLog).where(eq(auditLog.subjectId, body.id))
  expect(logged).toMatchObject({ action: 'invoice.created', actorId: admin.user.id })
  expect(await creditLeft(body)).toBe(0)
})

test('issuing it says first who is emailed, and then the customer has it', async () => {
  const owner = await signIn()
  const { body } = await write(owner.organizationId)
  const { emails } = (await preview(body, 'issued')).body
  expect(emails.map(({ to }) => to)).toContain(owner.user.email)
  expect((await read(body)).status).toBe('draft')
  expect((await set(body, 'issued')).body).toMatchObject({ status: 'issued', balance: '3001.00' })
  expect((await owner.call(invoices.list)).body).toMatchObject([{ id: body.id, amount: '3001.00' }])
  expect(await emailsTo(owner.user.email, 'invoice-issued')).toHaveLength(1)
})

/** Written that many days ago. */
async function written(daysAgo: number, facts: object = {}) {
  const owner = await signIn()
  const { body } = await write(owner.organizationId, facts)
  const earlier = { createdAt: inDays(-daysAgo), dueDate: await dayIn(14 - daysAgo) }
  await db.update(invoiceTable).set(earlier).where(eq(invoiceTable.id, body.id))
  return { owner, ...body }
}

test('an invoice has the day on which its draft was issued, and keeps it through a correction', async () => {
  const { owner, ...draft } = await written(5)
  const issued = (await set(draft, 'issued')).body
  expect(dayOf(issued.createdAt)).toBe(await dayIn(0))
  const { rawPayload } = await app.inject({
    url: invoices.download.url.replace(':id', draft.id),
    remoteAddress: owner.ip,
    headers: { cookie: owner.cookie ?? '' },
  })
  expect(pagesOf(rawPayload).join('').split('\n')).toContain(formatDate(await dayIn(0)))
  await db
    .update(invoiceTable)
    .set({ createdAt: inDays(-3) })
    .where(eq(invoiceTable.id, draft.id))
  await set(draft, 'draft')
  expect(dayOf((await set(draft, 'issued')).body.createdAt)).toBe(await dayIn(-3))
})

test('a draft that is issued after its due date is due 14 days later, and the preview says so', async () => {
  const { owner, ...draft } = await written(20)
  const dueDate = await dayIn(14)
  expect((await preview(draft, 'issued')).body).toMatchObject({ dueDate })
  expect((await set(draft, 'issued')).body).toMatchObject({ status: 'issued', dueDate })
  const [email] = await emailsTo(owner.user.email, 'invoice-issued')
  expect(email?.text).toContain(formatDate(dueDate))
  const soon = await written(14)
  expect((await preview(soon, 'issued')).body.dueDate).toBe(null)
  expect((await set(soon, 'issued')).body.dueDate).toBe(await dayIn(0))
  expect((await set(await written(20), 'overdue')).body.dueDate).toBe(await dayIn(-6))
})

test('eight drafts at once get eight numbers without a gap', async () => {
  const organizations = await Promise.all(Array.from({ length: 8 }, () => newOrganization()))
  const answers = await Promise.all(organizations.map((id) => write(id)))
  expect(new Set(statusesOf(answers))).toEqual(new Set([201]))
  const numbers = answers
    .map(({ body }) => Number(body.invoiceNumber.split('-')[2]))
    .toSorted((one, other) => one - other)
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
})

test('two admins who issue one draft at once send one email', async () => {
  const owner = await signIn()
  const { body } = await write(owner.organizationId)
  const other = await signIn({ role: 'admin' })
  const issue = { params: { id: body.id }, body: { status: 'issued' as const } }
  const answers = await Promise.all([admin, other].map((person) => person.call(invoices.setStatus, issue)))
  expect(statusesOf(answers)).toEqual([200, 200])
  expect(await emailsTo(owner.user.email, 'invoice-issued')).toHaveLength(1)
})

test.each([
  ['no line', { lines: [] }, 'lines'],
  ['too many lines', { lines: Array.from({ length: MOST_LINES + 1 }, () => LINE) }, 'lines'],
  ['a line without words', { lines: [{ ...LINE, description: ' ' }] }, 'lines'],
  ['half of one', { lines: [{ ...LINE, quantity: 0.5 }] }, 'lines'],
  ['none of one', { lines: [{ ...LINE, quantity: 0 }] }, 'lines'],
  ['less than none', { lines: [{ ...LINE, quantity: -1 }] }, 'lines'],
  ['a price below 0', { lines: [{ ...LINE, price: '-1' }] }, 'lines'],
  ['a price of 0', { lines: [{ ...LINE, price: '0.00' }] }, 'lines'],
  ['a third decimal', { lines: [{ ...LINE, price: '1.001' }] }, 'lines'],
  ['a total beyond all invoices', { lines: [{ ...LINE, quantity: 9999, price: '999999999999.99' }] }, 'lines'],
  ['a day that does not exist', { dueDate: '2099-02-30' }, 'dueDate'],
  ['a mistyped year', { dueDate: '2206-03-31' }, 'dueDate'],
])('%s is refused and takes no number', async (_, facts, field) => {
  const organizationId = await newOrganization()
  const { status, body } = await write(organizationId, facts)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(field)
  expect((await admin.call(invoices.listAll, { query: { organizationId } })).body).toEqual([])
})

test('a due day in the past and an organization that does not exist are refused', async () => {
  const late = await write(await newOrganization(), { dueDate: await dayIn(-1) })
  expect(late).toMatchObject({ status: 400, body: { message: DUE_IN_PAST, errors: { dueDate: DUE_IN_PAST } } })
  expect((await write(await newOrganization(), { dueDate: await dayIn(0) })).status).toBe(201)
  expect((await write(randomUUID())).status).toBe(404)
  expect(
    JSON.stringify(
      (
        await write(randomUUID(), {
          lines: Array.from({ length: 50 }, () => ({ ...LINE, quantity: 9999, price: '999999999999' })),
        })
      ).body,
    ),
  ).toContain(TOTAL_TOO_LARGE)
})

test('the terms say the due day and the VAT that a draft gets', async () => {
  const { body } = await admin.call(invoiceDrafts.terms)
  const draft = await write(await newOrganization())
  expect(body.dueDate).toBe(draft.body.dueDate)
  expect((await read(draft.body)).vat?.percent ?? 0).toBe(body.vatPercent)
})

test('only admins write invoices', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const body = { organizationId: owner.organizationId, lines: [LINE] }
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' })]) {
    expect((await person.call(invoiceDrafts.create, { body })).status).toBe(403)
    expect((await person.call(invoiceDrafts.terms)).status).toBe(403)
  }
})

test('a draft has the VAT of the day on which it is issued, and keeps it through a correction', async () => {
  const { body: terms } = await admin.call(invoiceDrafts.terms)
  const { body: draft } = await write(await newOrganization())
  const percent = async () => (await read(draft)).vat?.percent ?? 0
  const store = (vatBasisPoints: number) =>
    db.update(invoiceTable).set({ vatBasisPoints }).where(eq(invoiceTable.id, draft.id))
  await store(0)
  expect(await percent()).toBe(terms.vatPercent)
  await set(draft, 'issued')
  expect(await percent()).toBe(terms.vatPercent)
  await store(1400)
  const vendor = { name: 'The vendor of that day', address: '', vatNumber: '4990123456' }
  await db
    .update(invoiceTable)
    .set({ particulars: sql`jsonb_set(particulars, '{vendor}', ${JSON.stringify(vendor)})` })
    .where(eq(invoiceTable.id, draft.id))
  await set(draft, 'draft')
  await set(draft, 'issued')
  expect(await percent()).toBe(14)
  const [stored] = await db.select().from(invoiceTable).where(eq(invoiceTable.id, draft.id))
  expect(stored?.particulars?.vendor).toEqual(vendor)
})
