import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { dayIn, emailsTo, makeLateInvoice } from '#server/testing/billing/billing-mails.ts'
import { db, platform, signIn } from '#server/testing/testing.ts'

const pause = async (id: string, days: number) =>
  db
    .update(organizations)
    .set({ remindersPausedUntil: await dayIn(days) })
    .where(eq(organizations.id, id))

async function owing(daysLate: number) {
  const { user, organizationId } = await signIn()
  const invoice = await makeLateInvoice(daysLate, { organizationId })
  return { organizationId, invoice, emails: () => emailsTo(user.email, 'payment-reminder') }
}

test.each([-7, 0, 7, 14, 30])('nothing goes out %i days after the due day while reminders are paused', async (days) => {
  const paused = await owing(days)
  const other = await owing(days)
  await pause(paused.organizationId, 0)
  await remindAll(platform)
  expect(await paused.emails()).toEqual([])
  expect(await other.emails()).toHaveLength(1)
})

test('on the day after a pause only the newest skipped reminder is sent', async () => {
  const { organizationId, invoice, emails } = await owing(16)
  await pause(organizationId, 5)
  await remindAll(platform)
  await pause(organizationId, -1)
  await remindAll(platform)
  expect((await emails()).map(({ subject }) => subject)).toEqual([
    `Please act: invoice ${invoice.invoiceNumber} is 16 days overdue`,
  ])
})
