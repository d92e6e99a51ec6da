import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reminders } from '#contract/billing/reminders.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { dayIn, emailsTo, makeLateInvoice } from '#server/testing/billing/billing-mails.ts'
import { pay } from '#server/testing/billing/invoices.ts'
import { db, signIn, statusesOf } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const preview = async (query: object) => (await admin.call(reminders.previewAll, { query })).body
const sendTo = (ids: string[], person = admin) => person.call(reminders.sendAll, { body: { ids } })

async function owing(daysLate: number) {
  const { user, organizationId } = await signIn()
  const invoice = await makeLateInvoice(daysLate, { organizationId })
  return { organizationId, email: user.email, invoice, emails: () => emailsTo(user.email, 'payment-reminder') }
}

test('the preview lists overdue invoices of the filter, oldest first, and who is emailed', async () => {
  const { organizationId, email, invoice } = await owing(3)
  const older = await makeLateInvoice(40, { organizationId })
  await makeLateInvoice(0, { organizationId })
  await makeLateInvoice(50, { organizationId, status: 'paid' })
  await makeLateInvoice(50, { organizationId, status: 'draft' })
  expect(await preview({ organizationId })).toMatchObject([
    { id: older.id, daysLate: 40, to: [email], skipped: null },
    { id: invoice.id, daysLate: 3, to: [email], skipped: null, balance: '1234.50' },
  ])
  expect(await preview({ organizationId, age: 'days60' })).toMatchObject([{ id: older.id }])
})

test('each of them gets one, and a second press the same day sends none', async () => {
  const [one, other] = [await owing(3), await owing(20)]
  const ids = [one.invoice.id, other.invoice.id, one.invoice.id]
  expect((await sendTo(ids)).body).toEqual([
    { id: one.invoice.id, refused: null },
    { id: other.invoice.id, refused: null },
  ])
  expect((await sendTo(ids)).body).toMatchObject([
    { refused: expect.stringContaining('was sent today') },
    { refused: expect.stringContaining('was sent today') },
  ])
  expect(await one.emails()).toHaveLength(1)
  expect(await other.emails()).toHaveLength(1)
  expect(await preview({ organizationId: one.organizationId })).toMatchObject([{ skipped: 'sent-today', to: [] }])
})

test('two admins at once send one to each', async () => {
  const late = [await owing(5), await owing(6), await owing(7)]
  const ids = late.map(({ invoice }) => invoice.id)
  const other = await signIn({ role: 'admin' })
  expect(statusesOf(await Promise.all([sendTo(ids), sendTo(ids.toReversed(), other)]))).toEqual([200, 200])
  for (const { emails } of late) expect(await emails()).toHaveLength(1)
})

test('invoices are locked in one order, whatever the order of the call, which its answer keeps', async () => {
  const late = [await owing(5), await owing(6), await owing(7)]
  const ids = late.map(({ invoice }) => invoice.id).toSorted()
  const answer = await sendTo(ids.toReversed())
  expect(answer.body.map(({ id }) => id)).toEqual(ids.toReversed())
  const entries = await db.select().from(auditLog).where(inArray(auditLog.subjectId, ids)).orderBy(auditLog.id)
  expect(entries.map(({ subjectId }) => subjectId)).toEqual(ids)
})

test('a pause and a payment since the preview stop theirs alone', async () => {
  const [paused, paid, late] = [await owing(5), await owing(6), await owing(7)]
  await admin.call(reminders.pause, {
    params: { id: paused.organizationId },
    body: { pausedUntil: await dayIn(5) },
  })
  expect(await preview({ organizationId: paused.organizationId })).toMatchObject([{ skipped: 'paused', to: [] }])
  await pay(paid.invoice, '1234.50')
  const { body } = await sendTo([paused.invoice.id, paid.invoice.id, late.invoice.id])
  expect(body.map(({ refused }) => refused === null)).toEqual([false, false, true])
  expect(await paused.emails()).toEqual([])
  expect(await paid.emails()).toEqual([])
  expect(await late.emails()).toHaveLength(1)
})

test('a batch of none, of too many, or by others is refused', async () => {
  const { organizationId, invoice } = await owing(5)
  const owner = await signIn({ role: 'org_admin' })
  expect((await sendTo([])).status).toBe(400)
  expect((await sendTo(Array.from({ length: 101 }, () => invoice.id))).status).toBe(400)
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' })]) {
    expect((await sendTo([invoice.id], person)).status).toBe(403)
    expect((await person.call(reminders.previewAll, { query: { organizationId } })).status).toBe(403)
  }
})
