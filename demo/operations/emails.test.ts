import { isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { seedDemo } from '#demo/demo.ts'
import { markOverdue } from '#server/billing/invoices/status/mark-overdue.ts'
import { remindAll } from '#server/billing/reminders/reminders.ts'
import { billAllDue } from '#server/billing/renewal-run/run.ts'
import { emails } from '#server/database/schema/emails.ts'
import { recordTotals } from '#server/operations/dashboard/totals-queries.ts'
import { recordUsage } from '#server/operations/dashboard/usage-queries.ts'
import { sweep } from '#server/operations/upkeep/sweep.ts'
import { config, db, platform } from '#server/testing/testing.ts'

await seedDemo(db, { ...config, demoPassword: 'a demo password' })

const everything = () => db.select().from(emails).orderBy(emails.id)
const sentEmails = await everything()

test('the outbox contains sent emails of the last weeks', async () => {
  expect(sentEmails.length).toBeGreaterThan(20)
  expect(sentEmails.length).toBeLessThan(80)
  expect(new Set(sentEmails.map(({ kind }) => kind))).toEqual(
    new Set([
      'invoice-issued',
      'payment-received',
      'invoice-credited',
      'payment-reminder',
      'subscription-past-due',
      'subscription-unpaid',
      'subscription-canceled',
      'cancellation-for-sales',
      'seats-changed',
      'organization-suspended',
      'license-request-for-sales',
      'license-request-declined',
      'registration-for-sales',
      'ticket-news',
    ]),
  )
  expect(sentEmails.filter(({ sentAt, attempts, lastError }) => !sentAt || attempts !== 1 || lastError)).toEqual([])
  expect(await db.$count(emails, sql`${emails.createdAt} > ${emails.sentAt} or ${emails.sentAt} > now()`)).toBe(0)
})

test('the first run of every scheduled job queues no email', async () => {
  await recordUsage(db)
  await recordTotals(db)
  await markOverdue(db)
  await billAllDue(platform)
  await remindAll(platform)
  await platform.objects.fillMissingHashes()
  await sweep(platform)
  expect(await everything()).toEqual(sentEmails)
  const { rows } = await db.execute(sql`select 1 from pgboss.job where name in ('send-mail', 'mail-ticket')`)
  expect(rows).toEqual([])
})

test('emails about invoices show the number and amount in the database', async () => {
  const issued = sentEmails.filter(({ kind }) => kind === 'invoice-issued')
  expect(issued.length).toBeGreaterThan(4)
  for (const { subject, text, onceKey } of issued) {
    const { rows } = await db.execute<{ number: string; rand: string }>(sql`
      select invoice_number as number, to_char(amount_cents / 100.0, 'FM999999990.00') as rand from invoices
      where id = ${onceKey?.split(' ')[1]}`)
    expect(subject).toContain(rows[0]?.number)
    expect(text).toContain(`Amount: R${rows[0]?.rand}`)
  }
  const { rows: reminded } = await db.execute(sql`
    select 1 from invoice_reminders where created_at > now() - interval '30 days' and not exists (
      select from emails where once_key like 'payment-reminder ' || invoice_id || ' ' || stage_days || ' %')`)
  expect(reminded).toEqual([])
})

test('every recipient exists, and every email has its key', async () => {
  const { rows } = await db.execute(sql`
    select "to" from emails where "to" <> ${config.salesEmail}
      and not exists (select from users where email = "to") and not exists (select from organizations where contact_email = "to")`)
  expect(rows).toEqual([])
  const unkeyed = await db.selectDistinct({ kind: emails.kind }).from(emails).where(isNull(emails.onceKey))
  expect(unkeyed.map(({ kind }) => kind).toSorted()).toEqual([
    'organization-suspended',
    'registration-for-sales',
    'ticket-news',
  ])
})
