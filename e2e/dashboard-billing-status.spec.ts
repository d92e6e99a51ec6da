import { eq } from 'drizzle-orm'
import { businessDay, formatDate, formatLongDate, lastBusinessDay } from '#contract/dates.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, card, inDays } from './fixtures.ts'

test.describe('the banner [R-DASH-05]', () => {
  const active = { licenseLimit: 5 }
  const cases = [
    [active, /active.*operational/, 'Active Billing', null],
    [{ ...active, currentPeriodEnd: inDays(-2) }, /payment is overdue/, 'Past Due', 'Go to billing'],
    [{ ...active, status: 'unpaid' }, /update your payment method immediately/, 'Unpaid', 'Update payment'],
    [
      { ...active, status: 'canceled', currentPeriodEnd: inDays(9) },
      `ends on ${formatLongDate(lastBusinessDay(inDays(9), 'Africa/Johannesburg'))}`,
      'Canceled',
      null,
    ],
  ] as const

  test('shows the subscription’s status, and links to billing [R-DASH-06 R-DASH-07 R-DASH-08 R-DASH-09 R-DASH-10 R-DASH-11 R-DASH-34 R-DASH-35 R-DASH-36 R-DASH-37 R-STATE-15]', async ({
    page,
    signIn,
    db,
  }) => {
    for (const [facts, words, label, link] of cases) {
      const { organizationId } = await signIn({ licenseLimit: null })
      await makeSubscription(db, { organizationId, ...facts })
      await page.goto('/')
      const banner = page
        .locator('main')
        .getByRole(link ? 'alert' : 'status')
        .filter({ hasText: words })
      await expect(banner).toBeVisible()
      await expect(card(page, 'Subscription')).toContainText(label)
      await expect(card(page, 'Current Plan')).toContainText(label)
      if (link) await expect(banner.getByRole('link', { name: link })).toHaveAttribute('href', '/billing')
      else await expect(banner.getByRole('link')).toHaveCount(0)
    }
  })
})

test('an overdue invoice that is not the subscription’s is said to stop devices', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const day = (days: number) => businessDay(inDays(days), 'Africa/Johannesburg')
  const banner = page.getByRole('main').getByRole('alert')
  await makeInvoice(db, { organizationId, status: 'overdue', dueDate: day(-5), createdAt: inDays(-40) })
  const soon = `overdue. If it isn’t paid, devices stop on ${formatDate(day(10))}.`
  for (const [screen, words] of [
    ['/', `Your payment is ${soon}`],
    ['/billing', `An invoice is ${soon}`],
  ] as const) {
    await page.goto(screen)
    await expect(banner).toContainText(words)
    await expect(page.getByRole('main')).not.toContainText('operational')
  }
  await page.goto('/licenses')
  await expect(page.getByRole('main')).toContainText(/0 of \d+/)
  await expect(banner).toHaveCount(0)
  await makeInvoice(db, { organizationId, status: 'overdue', dueDate: day(-15), createdAt: inDays(-40) })
  for (const screen of ['/', '/billing', '/licenses']) {
    await page.goto(screen)
    await expect(banner).toContainText('overdue. Devices don’t run until no invoice is more than 14 days overdue.')
  }
  await expectAccessible(page)
})

test('a status this browser does not know is said to be unknown [R-DASH-38]', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"active"', '"paused"') })
  })
  await page.goto('/')
  await expect(card(page, 'Subscription')).toContainText('Unknown Status')
  await expect(card(page, 'Current Plan')).toContainText('Unknown Status')
})

test('members of a suspended organization learn that its licenses don’t run', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ role: 'customer' })
  await db
    .update(organizations)
    .set({ suspendedAt: inDays(0) })
    .where(eq(organizations.id, organizationId))
  const main = page.getByRole('main')
  for (const screen of ['/licenses', '/billing', '/']) {
    await page.goto(screen)
    await expect(main).toContainText(
      'Your organization is suspended. Its licenses don’t run and can’t be changed until it is reactivated.',
    )
  }
  await expect(main).not.toContainText('operational')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Contact support' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
