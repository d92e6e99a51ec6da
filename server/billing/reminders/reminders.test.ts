import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { REMINDER_DAYS } from '#contract/billing/terms.ts'
import { formatDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { invoiceReminders, invoices, invoiceStatusChanges } from '#server/database/schema/billing/invoices.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { notificationSettings } from '#server/database/schema/identity/users.ts'
import { dayIn, emailsTo, makeLateInvoice } from '#server/testing/billing/billing-mails.ts'
import { db, inDays, platform, signIn } from '#server/testing/testing.ts'

const KIND = 'payment-reminder'
const stagesOf = (invoiceId: string) =>
  db
    .select({ day: invoiceReminders.stageDays })
    .from(invoiceReminders)
    .where(eq(invoiceReminders.invoiceId, invoiceId))
    .then((rows) => rows.map(({ day }) => day))

/** An admin, and an invoice of the organization that is so many days late. */
async function owing(daysLate: number, facts = {}) {
  const admin = await signIn()
  const { organizationId } = admin
  const invoice = await makeLateInvoice(daysLate, { organizationId, ...facts })
  return { admin, organizationId, invoice, letters: () => emailsTo(admin.user.email, KIND) }
}

test.each([
  [-7, (number: string, day: string) => `Invoice ${number} is due on ${day}`, 'is due in 7 days, on'],
  [0, (number: string) => `Invoice ${number} is due today`, 'is due today.'],
  [7, (number: string) => `Invoice ${number} is overdue`, '7 days ago. Please pay it in the next few days.'],
  [14, (number: string) => `Please act: invoice ${number} is 14 days overdue`, 'Please pay it today.'],
  [30, (number: string) => `Last reminder: invoice ${number} is 30 days overdue`, 'This is the last reminder.'],
] as const)('%i days after the due day an admin is reminded, once', async (days, subject, words) => {
  const { invoice, letters } = await owing(days)
  await remindAll(platform)
  await remindAll(platform)
  const written = await letters()
  expect(written).toHaveLength(1)
  expect(written[0]?.subject).toBe(subject(invoice.invoiceNumber, formatDate(invoice.dueDate)))
  expect(written[0]?.text).toContain(words)
  expect(written[0]?.text).toContain(formatRand(invoice.amountCents))
  expect(written[0]?.text).toContain(`/billing?invoice=${invoice.id}`)
  expect(await stagesOf(invoice.id)).toEqual([days])
})

test('eight processes at the same time remind once, of each of many invoices', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => owing(7)))
  await Promise.all(Array.from({ length: 8 }, () => remindAll(platform)))
  for (const { invoice, letters } of people) {
    expect(await letters()).toHaveLength(1)
    expect(await stagesOf(invoice.id)).toEqual([7])
  }
})

test('the days between and the days before are quiet', async () => {
  const early = await owing(-8)
  await remindAll(platform)
  expect(await early.letters()).toEqual([])

  const { invoice, letters } = await owing(-7)
  await remindAll(platform)
  for (const days of [-6, -1]) {
    await db
      .update(invoices)
      .set({ dueDate: await dayIn(-days) })
      .where(eq(invoices.id, invoice.id))
    await remindAll(platform)
  }
  expect(await letters()).toHaveLength(1)
})

test('after ten days without a server the newest reminder is written, and none that was missed', async () => {
  const { invoice, letters } = await owing(9)
  await remindAll(platform)
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter?.text).toContain(`was due on ${formatDate(invoice.dueDate)}, 9 days ago`)
  expect(await stagesOf(invoice.id)).toEqual([7])
})

test('an invoice that is due sooner than a reminder would come begins with the next one', async () => {
  const fresh = await owing(-5, { createdAt: inDays(0) })
  const dueAtOnce = await owing(0, { createdAt: inDays(0) })
  const issuedLate = await owing(10, { createdAt: inDays(-1) })
  await remindAll(platform)
  for (const { letters } of [fresh, dueAtOnce, issuedLate]) expect(await letters()).toEqual([])
})

test('a draft that was issued today counts as issued today', async () => {
  const { organizationId, invoice, letters } = await owing(0)
  await db
    .insert(invoiceStatusChanges)
    .values({ organizationId, invoiceId: invoice.id, fromStatus: 'draft', toStatus: 'issued' })
  await remindAll(platform)
  expect(await letters()).toEqual([])
})

test.each(['draft', 'paid', 'void', 'cancelled'] as const)(
  'no automatic reminder is sent for an invoice that is %s',
  async (status) => {
    const { invoice, letters } = await owing(7, { status })
    await remindAll(platform)
    expect(await letters()).toEqual([])
    expect(await stagesOf(invoice.id)).toEqual([])
  },
)

test('what was paid in part is asked for less what came', async () => {
  const { letters } = await owing(7, {
    amountCents: 100_000,
    paidCents: 30_000,
    creditedCents: 20_000,
    status: 'pending',
  })
  await remindAll(platform)
  const [letter] = await letters()
  expect(letter?.text).toContain('R500.00 of invoice')
  expect(letter?.text).toContain('Amount: R1000.00\nLeft to pay: R500.00')
})

test('invoices overdue for longer than a subscription lasts get no automatic reminders', async () => {
  const { letters } = await owing(61)
  const last = await owing(60)
  await remindAll(platform)
  expect(await letters()).toEqual([])
  expect(await last.letters()).toHaveLength(1)
})

test('reminders go to administrators who have not turned them off, never to members', async () => {
  const { admin, letters } = await owing(0)
  const [other, member] = [await admin.colleague('org_admin'), await admin.colleague('customer')]
  await db.insert(notificationSettings).values({ userId: admin.user.id, kind: 'payment_reminders', isEnabled: false })
  await remindAll(platform)
  expect(await letters()).toEqual([])
  expect(await emailsTo(other.user.email, KIND)).toHaveLength(1)
  expect(await emailsTo(member.user.email, KIND)).toEqual([])
})

test('if every administrator turned reminders off, none is sent, and the record says so', async () => {
  const { admin, organizationId, invoice, letters } = await owing(0)
  const contactEmail = `office-${organizationId}@example.com`
  await db.update(organizations).set({ contactEmail }).where(eq(organizations.id, organizationId))
  await db.insert(notificationSettings).values({ userId: admin.user.id, kind: 'payment_reminders', isEnabled: false })
  await remindAll(platform)
  expect(await letters()).toEqual([])
  expect(await emailsTo(contactEmail, KIND)).toEqual([])
  expect(await stagesOf(invoice.id)).toEqual([])
})

test('where no admin is left the organization’s own address is written to', async () => {
  const contactEmail = `office-${crypto.randomUUID()}@example.com`
  const { id: organizationId } = await makeOrganization(db, { contactEmail, suspendedAt: inDays(-3) })
  await makeLateInvoice(14, { organizationId })
  await remindAll(platform)
  const [letter, ...others] = await emailsTo(contactEmail, KIND)
  expect(others).toEqual([])
  expect(letter?.text).toMatch(/^Hello\n/)
})

test('an invalid address does not block other reminders and is reported', async () => {
  const { id: organizationId } = await makeOrganization(db, { contactEmail: 'office@example.com\nBcc: x@example.com' })
  const broken = await makeLateInvoice(7, { organizationId, id: '00000000-0000-4000-8000-000000000001' })
  const { letters } = await owing(7)
  await expect(remindAll(platform)).rejects.toThrow(
    '1 of the reminders could not be queued: A line break in an address or subject',
  )
  expect(await letters()).toHaveLength(1)
  expect(await stagesOf(broken.id)).toEqual([])
  await db.update(organizations).set({ contactEmail: 'office@example.com' }).where(eq(organizations.id, organizationId))
  await remindAll(platform)
  expect(await stagesOf(broken.id)).toEqual([7])
})

test('no reminder is sent while an invoice is being paid, nor after', async () => {
  const { invoice, letters } = await owing(7)
  await db.transaction(async (tx) => {
    await tx
      .update(invoices)
      .set({ status: 'paid', paidAt: sql`now()`, paidCents: invoice.amountCents })
      .where(eq(invoices.id, invoice.id))
    await remindAll(platform)
  })
  await remindAll(platform)
  expect(await letters()).toEqual([])
})

test('what devices do is said where there are devices: on which day they stop, and that they have', async () => {
  const stopping = await owing(14)
  const stopped = await owing(20)
  const without = await signIn({ licenseLimit: null })
  await makeLateInvoice(14, { organizationId: without.organizationId })
  const suspended = await owing(20)
  const { organizationId } = suspended.invoice
  await db
    .update(organizations)
    .set({ suspendedAt: sql`now()` })
    .where(eq(organizations.id, organizationId))
  await remindAll(platform)
  expect((await suspended.letters())[0]?.text).not.toContain('evices')
  expect((await stopping.letters())[0]?.text).toContain(`devices stop on ${formatDate(await dayIn(1))}:`)
  expect((await stopped.letters())[0]?.text).toContain(`Devices stopped on ${formatDate(await dayIn(-5))}:`)
  expect((await emailsTo(without.user.email, KIND))[0]?.text).not.toContain('evices')
})

test('a subject contains no customer data', async () => {
  const { organizationId, letters } = await owing(REMINDER_DAYS[0])
  await db.update(organizations).set({ name: 'Confidential Mergers' }).where(eq(organizations.id, organizationId))
  await remindAll(platform)
  expect((await letters())[0]?.subject).toMatch(/^Invoice INV-\w+ is due on/)
  expect(await db.$count(emails, sql`${emails.subject} like '%Confidential%'`)).toBe(0)
})
