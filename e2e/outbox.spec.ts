import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

/** Queues an email to this person, and returns its address in the outbox. */
async function mailTo({ email }: { email: string }, page: Page, db: Database) {
  await page.request.post('/api/auth/password-reset', { data: { email } })
  await expect.poll(() => db.$count(emails, eq(emails.to, email))).toBe(1)
  return `/outbox?search=${encodeURIComponent(email)}`
}

test('an outbox whose emails were deleted with time does not say that none was written', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.route(/\/api\/admin\/outbox(\?|$)/, (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  )
  await page.goto('/outbox')
  await expect(page.getByRole('region', { name: 'All Emails' })).toContainText('There are no emails.')
})

test('an admin reads what the portal has written to people, and follows its link', async ({ page, db, signIn }) => {
  test.slow()
  await signIn({ role: 'admin' })
  await page.goto(await mailTo(await makeUser(db), page, db))
  await expect(page.getByRole('link', { name: 'Choose a new password' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Emails' })).toContainText('Password reset')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'Choose a new password' }).click()
  const dialog = page.getByRole('dialog', { name: /Choose a new password/ })
  const letter = dialog.frameLocator('iframe')
  await expect(letter.getByRole('heading', { name: 'Hello Lerato' })).toHaveCSS('font-size', '20px')
  await expectNoSidewaysScroll(page)
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    letter.getByRole('link', { name: 'Choose a new password' }).click(),
  ])
  await expect(opened.getByRole('dialog', { name: 'Choose a new password' })).toBeVisible()
  await expect(opened).toHaveURL(/\/auth$/)

  await dialog.getByRole('tab', { name: 'Text' }).click()
  await expectAccessible(page)
  await expect(dialog.getByText('The link below works once and expires in 30 minutes.')).toBeVisible()
  await page.reload()
  await expect(dialog.getByRole('tab', { name: 'Text' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('Escape closes an email while one of its links has the focus', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  await page.goto(await mailTo(await makeUser(db), page, db))
  const opener = page.getByRole('link', { name: 'Choose a new password' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: /Choose a new password/ })
  await dialog.getByRole('tab', { name: 'HTML' }).press('Tab')
  await expect(dialog.frameLocator('iframe').getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('an email in the outbox runs nothing and breaks no policy', async ({ page, db, signIn }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && complaints.push(message.text()))
  page.on('dialog', (dialog) => complaints.push(dialog.message()))
  await signIn({ role: 'admin' })
  await page.goto(await mailTo(await makeUser(db, { firstName: '<img src=x onerror=alert(1)>' }), page, db))
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Hello <img src=x onerror=alert(1)>')
  expect(complaints).toEqual([])
})

test('the document that came with a mail opens from it', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: `Reader ${crypto.randomUUID().slice(0, 8)}` })
  const { id, invoiceNumber } = await makeInvoice(db, { organizationId })
  const subject = `About ${invoiceNumber}`
  const letter = { kind: 'invoice-issued', to: 'reader@example.com', subject, text: 'Read', html: '<p>Read</p>' }
  const fileName = `${invoiceNumber}.pdf`
  await db.insert(emails).values({ ...letter, attachment: { kind: 'invoice', id, organizationId, fileName } })
  await page.goto(`/outbox?search=${encodeURIComponent(subject)}`)
  await page.getByRole('link', { name: subject }).click()
  const link = page.getByRole('dialog', { name: subject }).getByRole('link', { name: fileName })
  await expectAccessible(page)
  const file = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toBe('application/pdf')
})

test('an admin sends an email again, after seeing to whom, and without a mail server it says why it waits', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const to = `${crypto.randomUUID()}@example.com`
  const letter = { kind: 'invoice-issued', to, subject: 'Your invoice', text: 'Read', html: '<p>Read</p>' }
  await db.insert(emails).values({ ...letter, attempts: 1, sentAt: '2026-03-05T10:00:00.000Z' })
  await page.goto(`/outbox?search=${to}`)
  const rows = page.getByRole('table', { name: 'Emails' }).getByRole('row')
  await rows.filter({ hasText: 'Sent' }).getByRole('link', { name: 'Your invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your invoice' })
  await dialog.getByRole('button', { name: 'Send again' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Send this email again?' })
  await expect(asked).toContainText(to)
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Send again' }).click()
  await expect(asked).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(rows).toHaveCount(3)
  await rows.filter({ hasText: 'Queued' }).getByRole('link', { name: 'Your invoice' }).click()
  await expect(dialog).toContainText('This portal has no mail server')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('an admin reads every kind of mail before it is ever sent', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.goto('/outbox')
  await page.getByRole('tab', { name: 'Templates' }).click()
  const billing = page.getByRole('region', { name: 'Invoices and payments' })
  const reminder = billing.getByRole('listitem').filter({ hasText: 'Payment reminder' })
  await expect(reminder).toContainText('To: The administrators of the organization')
  await expect(reminder).toContainText('Switch: Payment reminders')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Payment reminder', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment reminder' })
  await dialog.getByRole('combobox', { name: 'Example' }).selectOption('14 days late')
  const letter = dialog.frameLocator('iframe')
  await expect(letter.getByText('Please pay it today.')).toBeVisible()
  await expect(letter.getByText('You get this email because you are an administrator')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('tab', { name: 'Text' }).click()
  await page.reload()
  await expect(dialog.getByText('Switch off “Payment reminders”: http')).toBeVisible()
  await expect(dialog.getByText(/^Please act: invoice/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/outbox\?tab=templates$/)
})

test('only admins find an outbox', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/outbox')
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
})
