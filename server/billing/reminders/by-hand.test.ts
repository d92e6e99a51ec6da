import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { invoices as invoiceCalls } from '#contract/billing/invoices.ts'
import { NOTHING_TO_PAY, payments } from '#contract/billing/payments.ts'
import { NOBODY_TO_REMIND, reminders } from '#contract/billing/reminders.ts'
import { formatDate } from '#contract/dates.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoiceReminders, invoices } from '#server/database/schema/billing/invoices.ts'
import { notificationSettings } from '#server/database/schema/identity/users.ts'
import { dayIn, emailsTo, makeLateInvoice } from '#server/testing/billing/billing-mails.ts'
import { credit, pay } from '#server/testing/billing/invoices.ts'
import { db, inDays, newOrganization, platform, signIn, statusesOf } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const send = ({ id }: { id: string }) => admin.call(reminders.send, { params: { id } })
const stateOf = async ({ id }: { id: string }) => (await admin.call(reminders.read, { params: { id } })).body
const stagesOf = async ({ id }: { id: string }) =>
  (await db.select().from(invoiceReminders).where(eq(invoiceReminders.invoiceId, id))).map(({ stageDays }) => stageDays)

/** A customer with an invoice that is so many days late. */
async function owing(daysLate: number, facts = {}) {
  const payer = await signIn()
  const { organizationId } = payer
  const invoice = await makeLateInvoice(daysLate, { organizationId, ...facts })
  const emails = () => emailsTo(payer.user.email, 'payment-reminder')
  return { payer, organizationId, invoice, emails }
}

test('an admin reminds of a late invoice, and the trail and its history tell who did', async () => {
  const { invoice, organizationId, emails } = await owing(10)
  const { status, body } = await send(invoice)
  expect(status).toBe(200)
  expect(body).toEqual({
    lastSentAt: expect.any(String),
    isSentToday: true,
    nextOn: await dayIn(4),
    pausedUntil: null,
  })
  const written = await emails()
  expect(written).toHaveLength(1)
  expect(written[0]?.subject).toBe(`Invoice ${invoice.invoiceNumber} is overdue`)
  expect(written[0]?.text).toContain('10 days ago')
  const { firstName, lastName } = admin.user
  expect((await admin.call(payments.history, { params: invoice })).body).toMatchObject([
    { what: 'status' },
    { what: 'reminder', detail: '10', by: `${firstName} ${lastName}` },
  ])
  expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, invoice.id))).toMatchObject([
    { action: 'invoice.reminded', actorId: admin.user.id, organizationId, subjectKind: 'invoice' },
  ])
})

test('a manual reminder replaces the automatic one of its stage, and the next stage is sent automatically', async () => {
  const { invoice, emails } = await owing(7)
  await send(invoice)
  await remindAll(platform)
  expect(await emails()).toHaveLength(1)
  await db
    .update(invoices)
    .set({ dueDate: await dayIn(-14) })
    .where(eq(invoices.id, invoice.id))
  await remindAll(platform)
  expect((await emails()).map(({ subject }) => subject)).toEqual([
    `Invoice ${invoice.invoiceNumber} is overdue`,
    `Please act: invoice ${invoice.invoiceNumber} is 14 days overdue`,
  ])
})

test('eight who remind at once write one email, and the others read when it went out', async () => {
  const { invoice, emails } = await owing(3)
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(invoice)))
  expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  for (const { status, message } of answers)
    if (status === 409)
      expect(message).toMatch(
        /^A reminder for this invoice was sent today at \d\d:\d\d\. The next one can be sent tomorrow\.$/,
      )
  expect(await emails()).toHaveLength(1)
})

test('the portal and an admin who remind at the same time write one email', async () => {
  const owed = await Promise.all(Array.from({ length: 4 }, () => owing(7)))
  await Promise.all([remindAll(platform), ...owed.map(({ invoice }) => send(invoice)), remindAll(platform)])
  for (const { emails } of owed) expect(await emails()).toHaveLength(1)
})

test('another reminder can be sent the day after, and the history lists both', async () => {
  const { invoice, emails } = await owing(40)
  const yesterday = { createdAt: inDays(-1), organizationId: invoice.organizationId }
  await db.insert(invoiceReminders).values({ ...yesterday, invoiceId: invoice.id, stageDays: 30 })
  expect(await stateOf(invoice)).toMatchObject({ lastSentAt: yesterday.createdAt, isSentToday: false, nextOn: null })
  expect((await send(invoice)).status).toBe(200)
  const [letter] = await emails()
  expect(letter?.subject).toBe(`Please act: invoice ${invoice.invoiceNumber} is 40 days overdue`)
  expect(letter?.text).not.toContain('last reminder')
  expect((await admin.call(payments.history, { params: invoice })).body).toMatchObject([
    { what: 'status' },
    { what: 'reminder', detail: '30', by: 'system' },
    { what: 'reminder', detail: '40' },
  ])
})

test('what is not due yet is sent again as the invoice, and says so', async () => {
  const { invoice, emails } = await owing(-20)
  expect(await stateOf(invoice)).toMatchObject({ lastSentAt: null, isSentToday: false, nextOn: await dayIn(13) })
  await send(invoice)
  const [letter, ...others] = await emails()
  expect(others).toEqual([])
  expect(letter?.subject).toMatch(new RegExp(`^Invoice ${invoice.invoiceNumber} from .+, sent again$`))
  expect(letter?.text).toContain('Here is another copy of your invoice.')
  expect(letter?.text).toContain(`is due on ${formatDate(invoice.dueDate)}.`)
  expect(await stagesOf(invoice)).toEqual([])
})

test('what is sent again names what was paid, by whatever means, and what was credited since it was issued', async () => {
  const { invoice, emails } = await owing(-20, { amountCents: 100_000 })
  await pay(invoice, '250.00')
  await credit(invoice, '150.00')
  await send(invoice)
  const [letter] = await emails()
  expect(letter?.text).toContain(`R600.00 of invoice ${invoice.invoiceNumber} is due on`)
  expect(letter?.text).toContain('Amount: R1000.00\nPaid: R250.00\nCredited: R150.00\nTo pay: R600.00')
  expect(letter?.text).not.toContain('from credit')
})

test('in its last week before it is due, the invoice sent again is the reminder of that week', async () => {
  const { invoice, emails } = await owing(-5)
  await send(invoice)
  await remindAll(platform)
  expect(await emails()).toHaveLength(1)
  expect(await stateOf(invoice)).toMatchObject({ nextOn: invoice.dueDate })
})

test('a long overdue invoice is reminded of manually, without mentioning an ended subscription', async () => {
  const { invoice, emails } = await owing(75)
  expect((await send(invoice)).body.nextOn).toBeNull()
  const [letter] = await emails()
  expect(letter?.subject).toBe(`Please act: invoice ${invoice.invoiceNumber} is 75 days overdue`)
  expect(letter?.text).not.toMatch(/evices|subscription/)
})

test('a pause stops automatic reminders but not manual ones', async () => {
  const { invoice, organizationId, emails } = await owing(7)
  const pausedUntil = await dayIn(9)
  await admin.call(reminders.pause, { params: { id: organizationId }, body: { pausedUntil } })
  expect(await stateOf(invoice)).toMatchObject({ pausedUntil, nextOn: await dayIn(10) })
  expect((await send(invoice)).status).toBe(200)
  expect(await emails()).toHaveLength(1)
})

test.each(['paid', 'draft', 'void', 'cancelled'] as const)(
  'no reminder is sent for an invoice that is %s',
  async (status) => {
    const { invoice, emails } = await owing(7, { status })
    expect(await send(invoice)).toMatchObject({ status: 409, message: NOTHING_TO_PAY })
    expect(await emails()).toEqual([])
    expect(await stateOf(invoice)).toMatchObject({ lastSentAt: null, nextOn: null })
  },
)

test('no reminder is sent for an invoice that is being paid', async () => {
  const { invoice, emails } = await owing(7)
  let answer: ReturnType<typeof send> | undefined
  await db.transaction(async (tx) => {
    const paid = { status: 'paid', paidAt: inDays(0), paidCents: invoice.amountCents } as const
    await tx.update(invoices).set(paid).where(eq(invoices.id, invoice.id))
    answer = send(invoice)
    await remindAll(platform)
  })
  expect(await answer).toMatchObject({ status: 409, message: NOTHING_TO_PAY })
  expect(await emails()).toEqual([])
})

test('a manual reminder is refused, and not recorded, if all administrators have turned reminders off', async () => {
  const { payer, invoice, emails } = await owing(7)
  await db.insert(notificationSettings).values({ userId: payer.user.id, kind: 'payment_reminders', isEnabled: false })
  expect(await send(invoice)).toMatchObject({ status: 409, message: NOBODY_TO_REMIND })
  expect(await emails()).toEqual([])
  expect(await stateOf(invoice)).toMatchObject({ lastSentAt: null, isSentToday: false })
  expect(await stagesOf(invoice)).toEqual([])
})

test('only the organization’s own admins are written to', async () => {
  const { payer, invoice } = await owing(7)
  const [other, member] = [await payer.colleague('org_admin'), await payer.colleague('customer')]
  const stranger = await signIn()
  await send(invoice)
  expect(await emailsTo(other.user.email, 'payment-reminder')).toHaveLength(1)
  for (const { user } of [member, stranger]) expect(await emailsTo(user.email, 'payment-reminder')).toEqual([])
})

test('agents and customers can neither send nor read reminders; an unknown invoice is 404', async () => {
  const { payer, invoice, emails } = await owing(7)
  const people = [payer, await payer.colleague('customer'), await signIn({ role: 'agent' }), await signIn()]
  for (const person of people) {
    const calls = [reminders.send, reminders.read].map((call) => person.call(call, { params: invoice }))
    expect(statusesOf(await Promise.all(calls))).toEqual([403, 403])
  }
  expect(await emails()).toEqual([])
  for (const call of [reminders.send, reminders.read]) {
    expect((await admin.call(call, { params: { id: randomUUID() } })).status).toBe(404)
    expect((await admin.call(call, { params: { id: 'x' } })).status).toBe(400)
  }
})

test('the next reminder is announced for the day it will be sent', async () => {
  const fresh = await owing(-5, { createdAt: inDays(0) })
  expect((await stateOf(fresh.invoice)).nextOn).toBe(fresh.invoice.dueDate)
  const late = await owing(9)
  expect((await stateOf(late.invoice)).nextOn).toBe(await dayIn(0))
  await remindAll(platform)
  expect(await stateOf(late.invoice)).toMatchObject({ isSentToday: true, nextOn: await dayIn(5) })
  const over = await makeLateInvoice(20, { organizationId: await newOrganization() })
  const { organizationId: id } = over
  await admin.call(reminders.pause, { params: { id }, body: { pausedUntil: await dayIn(50) } })
  expect((await stateOf(over)).nextOn).toBeNull()
  await admin.call(invoiceCalls.setStatus, { params: over, body: { status: 'void' } })
  expect((await stateOf(over)).nextOn).toBeNull()
})
