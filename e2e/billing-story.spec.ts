import type { Page } from '@playwright/test'
import { formatDate, lastBusinessDay } from '#contract/dates.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { expect, test, inDays } from './fixtures.ts'

/** Whatever was on screen, the server is asked again. */
const expectSoon = (page: Page, look: () => Promise<void>) =>
  expect(async () => {
    await page.reload()
    await look()
  }).toPass({ timeout: 60_000 })

async function record(admin: Page, amount: string, reference: string) {
  await admin.getByRole('button', { name: 'Record Payment' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Record Payment' })
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByLabel('Reference').fill(reference)
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(dialog).toHaveCount(0)
}

test('a renewal is issued by the portal, paid in two parts, and extends the subscription', async ({
  page,
  db,
  signIn,
  browser,
}) => {
  test.slow()
  const office = await browser.newContext()
  const admin = await office.newPage()
  const { organizationId, email } = await signIn({ role: 'org_admin', licenseLimit: null })
  const currentPeriodEnd = inDays(5)
  const period = { currentPeriodStart: inDays(-25), currentPeriodEnd }
  await makeSubscription(db, { organizationId, licenseLimit: 5, monthlyCents: 50_000, ...period })
  const history = page.getByRole('region', { name: 'Billing History' })
  const plan = page.getByRole('region', { name: 'Current Subscription' })
  const invoice = page.getByRole('dialog', { name: /Invoice INV-/ })

  await test.step('the customer sees the invoice coming, and the portal issues it', async () => {
    await page.goto('/billing')
    await expect(page.getByRole('region', { name: 'Next Invoice' })).toContainText('R500.00')
    await admin.goto('/auth')
    await admin.getByLabel('Email').fill('admin@example.com')
    await admin.getByLabel('Password').fill('portal-demo-2026')
    await admin.getByRole('button', { name: 'Sign In' }).click()
    await expect(admin).toHaveURL(/\/$/)
    expect((await admin.request.post('/api/admin/jobs/bill-subscriptions/run')).status()).toBe(200)
    await expectSoon(page, () => expect(history).toContainText('R500.00 outstanding', { timeout: 2000 }))
    await history.getByRole('link', { name: / 20\d\d INV-/ }).click()
    await expect(invoice).toContainText('Standard Plan')
    await expect(invoice).toContainText('Quantity 5')
  })

  const address = new URL(page.url())
  await test.step('half of it comes: the customer sees what is left', async () => {
    await admin.goto(address.pathname + address.search)
    await record(admin, '200', 'FNB 4711')
    await expectSoon(page, () => expect(invoice).toContainText('R300.00 to pay by', { timeout: 2000 }))
    await expect(invoice).toContainText('FNB 4711')
    await page.keyboard.press('Escape')
    await expect(invoice).toHaveCount(0)
    await expect(history).toContainText('R300.00 left')
  })

  await test.step('the rest comes: the period advances', async () => {
    await record(admin, '300', 'FNB 4712')
    await expectSoon(page, () => expect(plan).toContainText('Billed until', { timeout: 2000 }))
    await expect(plan).toContainText(
      `Current periodUntil ${formatDate(lastBusinessDay(currentPeriodEnd, 'Africa/Johannesburg'))}`,
    )
    await history.getByRole('link', { name: / 20\d\d INV-/ }).click()
    await expect(invoice).toContainText('Paid in full.')
    await page.keyboard.press('Escape')
    await expect(invoice).toHaveCount(0)
  })

  await test.step('the statement adds up', async () => {
    await page.getByRole('region', { name: 'Statement' }).getByRole('button', { name: 'This month' }).click()
    const statement = page.getByRole('dialog', { name: 'Statement of account' })
    for (const words of [
      'ChargedR500.00',
      'CreditedR500.00',
      'Closing balanceR0.00',
      'FNB 4711',
      'Nothing outstanding.',
    ])
      await expect(statement).toContainText(words)
  })

  await test.step('each payment has its receipt', async () => {
    await admin.goto(`/outbox?search=${encodeURIComponent(email)}`)
    await expect(admin.getByText(/Payment received for invoice INV-/)).toHaveCount(2)
    await expect(admin.getByText(/^Invoice INV-.+ from /)).toHaveCount(1)
  })
  await office.close()
})
