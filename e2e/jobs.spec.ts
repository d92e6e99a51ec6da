import { eq, sql } from 'drizzle-orm'
import type { Page } from '@playwright/test'
import type { Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { publishJobs } from '#server/platform/live/events.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const health = (page: Page) => page.getByRole('region', { name: 'System Health', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Background jobs' })
const row = (page: Page, text: string) => dialog(page).getByRole('row').filter({ hasText: text })

/** An email whose job failed, though its content is valid. */
async function giveUpMail(db: Database, job = 'send-mail') {
  const to = `${crypto.randomUUID().slice(0, 8)}@example.com`
  const [mail] = await db
    .insert(emails)
    .values({ kind: 'test', to, subject: 'Delivery note', text: 'Hello', html: '<p>Hello</p>' })
    .returning()
  const data = JSON.stringify({ emailId: mail?.id })
  await db.execute(sql`
    insert into pgboss.job (name, state, data, output, retry_limit, retry_count, start_after, started_on, completed_on)
    values (${job}, 'failed', ${data}::jsonb, '{"message": "The mail server hung up"}', 30, 30, now(), now(), now())`)
  return to
}

test('shows an admin the scheduled and failed jobs and retries one [R-OVER-12]', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const to = await giveUpMail(db)
  await page.goto('/admin/overview')
  await health(page).getByRole('button', { name: 'View jobs' }).click()
  await expect(page).toHaveURL('/admin/overview?jobs=1')
  const failure = row(page, to)
  await expect(failure).toContainText(/Send email.*: Delivery note.*The mail server hung up.*31/s)
  await expect(row(page, 'Hourly at :17')).toContainText(
    /Delete expired data.*Removes what has expired.*Next: \w{3} \d\d, \d{4} \d\d:17/s,
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await failure.getByRole('button', { name: `Retry: Send email, ${to}: Delivery note` }).click()
  const asked = page.getByRole('alertdialog', { name: 'Retry “Send email”?' })
  await expect(asked).toContainText('Sends one email from the outbox. It runs again at once, emails included.')
  await expect(asked).toContainText(`${to}: Delivery note`)
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Retry' }).click()
  await expect(toastOf(page)).toContainText('The job is tried again')
  await expect(failure).toHaveCount(0)
})

test('discards a failed job after a question, and the audit log names its email [R-OVER-12]', async ({
  page,
  db,
  signIn,
}) => {
  const admin = await signIn({ role: 'admin' })
  const to = await giveUpMail(db)
  await page.goto('/admin/overview?jobs=1')
  const failure = row(page, to)
  await failure.getByRole('button', { name: `Discard: Send email, ${to}: Delivery note` }).click()
  const asked = page.getByRole('alertdialog', { name: 'Discard “Send email”?' })
  await expect(asked).toContainText('The email is never sent, and its alert ends. This cannot be undone.')
  await expect(asked).toContainText(`${to}: Delivery note`)
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Discard' }).click()
  await expect(toastOf(page)).toContainText('The job was discarded')
  await expect(failure).toHaveCount(0)
  await expect(dialog(page)).toBeFocused()
  await page.goto(`/admin/audit?actor=${admin.userId}`)
  await expect(page.getByText('discarded the failed job “Send email”').first()).toBeVisible()
})

test('retries all failed jobs of a kind after saying what that sends [R-OVER-12]', async ({ page, db, signIn }) => {
  const sealed = 'send-sealed-mail'
  const admin = await signIn({ role: 'admin' })
  await db.execute(sql`delete from pgboss.job where name = ${sealed}`)
  const to = await giveUpMail(db, sealed)
  await giveUpMail(db, sealed)
  const expired = await giveUpMail(db, sealed)
  await db
    .update(emails)
    .set({ kind: 'password-reset', createdAt: sql`now() - interval '1 day'`, linkUntil: sql`now()` })
    .where(eq(emails.to, expired))
  await page.goto('/admin/overview?jobs=1')
  const kinds = dialog(page).getByRole('table', { name: 'Failed jobs by kind' })
  await expect(kinds.getByRole('row').filter({ hasText: 'Send encrypted email' })).toContainText('3')
  await expect(dialog(page).getByRole('heading', { name: /^\d+ failed jobs$/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await kinds.getByRole('button', { name: 'Retry all: Send encrypted email' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Retry all failed “Send encrypted email”?' })
  await expect(asked.getByRole('listitem')).toHaveText([
    '2 queued emails to 2 people are sent.',
    /^The oldest was written on .*\. Emails are sent as they were written\.$/,
    '1 email is not sent, because the link has expired.',
  ])
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Retry Jobs' }).click()
  await expect(toastOf(page)).toContainText('3 jobs are tried again')
  await expect(row(page, to)).toHaveCount(0)
  await expect(kinds.getByRole('row').filter({ hasText: 'Send encrypted email' })).toHaveCount(0)
  await page.goto(`/admin/audit?actor=${admin.userId}`)
  await expect(page.getByText('retried failed jobs (3)').first()).toBeVisible()
})

test('runs a scheduled job on demand, by keyboard too [R-OVER-12]', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.goto('/admin/overview')
  const opener = health(page).getByRole('button', { name: 'View jobs' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeFocused()
  const sweep = row(page, 'Removes what has expired')
  const run = sweep.getByRole('button', { name: 'Run now: Delete expired data' })
  await run.focus()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('alertdialog', { name: 'Run “Delete expired data” now?' })
  await expect(asked).toContainText('Removes what has expired, and files that nothing uses. It does what is due by now')
  await asked.getByRole('button', { name: 'Run now' }).click()
  await expect(run).toBeFocused()
  await expect(toastOf(page)).toContainText('“Delete expired data” has started')
  await expect(sweep).toContainText(/Succeeded.*just now, took/s)
  await expect(row(page, 'Sends one email').getByRole('button')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/admin/overview')
  await expect(opener).toBeFocused()
})

test('jobs that end show without a reload, and their age stays current [R-API-08]', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  await page.clock.install()
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/admin/jobs/events'))
  await page.goto('/admin/overview?jobs=1')
  await stream
  const to = await giveUpMail(db)
  await publishJobs(db)
  await expect(row(page, to)).toBeVisible()
  await db.execute(sql`
    insert into pgboss.job (name, state, data, started_on, completed_on)
    values ('hash-files', 'completed', '{}', now() - interval '7 seconds', now())`)
  await publishJobs(db)
  const files = row(page, 'Computes the checksums')
  await expect(files).toContainText(/Succeeded.*just now, took 7.0 s/s)
  await page.clock.fastForward('03:00')
  await expect(files).toContainText('3 minutes ago')
})

test('the alert about failed jobs leads an admin to them, and agents see health alone', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const to = await giveUpMail(db)
  await page.goto('/admin/overview?alerts=all')
  await page.getByRole('link', { name: 'Background jobs failed' }).first().click()
  await expect(row(page, to)).toBeVisible()
  await signIn({ role: 'agent' })
  await page.goto('/admin/overview?jobs=1')
  await expect(health(page)).toContainText('Background jobs')
  await expect(health(page).getByRole('button', { name: 'View jobs' })).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
})
