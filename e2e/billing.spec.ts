import type { Locator } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { formatDate, formatLongDate, formatMonth, lastBusinessDay } from '#contract/dates.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { adjustments } from '#server/database/schema/billing/subscriptions.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, inDays } from './fixtures.ts'

const isBilling = (url: URL) => url.pathname === subscriptions.read.url
const factOf = (card: Locator, label: string) => card.locator('div').filter({ hasText: label }).last()

test('a customer sees what it pays for, what will change and what it uses [R-BILLC-01 R-BILLC-02 R-BILLC-03 R-BILLC-04 R-BILLC-05 R-BILLC-06 R-BILLC-07 R-BILLC-08 R-BILLC-09 R-BILLC-10 R-BILLC-11 R-BILLC-12 R-BILLC-13 R-BILLC-14 R-BILLC-15 R-BILLC-16 R-BILLC-17 R-BILLC-18 R-BILLC-30 R-BILLC-31 R-BILLC-32 R-BILLC-33 R-BILLC-34 R-BILLC-35 R-ROLE-40]', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId } = await signIn({ role: 'customer', licenseLimit: null })
  const [currentPeriodStart, currentPeriodEnd] = [inDays(-20), inDays(9.5)]
  const period = { currentPeriodStart, currentPeriodEnd }
  const terms = { planName: 'Gold Plan', licenseLimit: 12, monthlyCents: 299_400 }
  const subscription = await makeSubscription(db, { organizationId, ...terms, ...period })
  const change = { organizationId, subscriptionId: subscription.id, deltaQuantity: 3, effectiveAt: currentPeriodEnd }
  await db.insert(adjustments).values(change)
  await makeActiveLicense(db, { organizationId, deviceName: 'FRONT-DESK' })
  await makeLicense(db, { organizationId })

  await page.goto('/billing')
  await expect(page.getByRole('heading', { level: 1, name: 'Billing & Subscription' })).toBeVisible()
  const card = page.getByRole('region', { name: 'Current Subscription' })
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
  for (const [label, value] of [
    ['Plan', 'Gold Plan'],
    ['Status', 'Active'],
    ['Price', 'R2994.00 per month'],
    ['License limit', '12 seats'],
    [
      'Current period',
      `${formatDate(currentPeriodStart)} - ${formatDate(lastBusinessDay(currentPeriodEnd, 'Africa/Johannesburg'))}`,
    ],
    ['Next billing date', formatDate(currentPeriodEnd)],
    ['Days until renewal', '10 days'],
  ] as const) {
    await expect(factOf(card, label)).toContainText(value)
  }
  const pending = card.getByRole('region', { name: 'Pending Changes' })
  await expect(pending).toContainText(`Adds 3 seats effective ${formatDate(currentPeriodEnd)}`)
  await expect(pending).toContainText('Changes take effect at the end of the current period.')
  await expect(pending).toContainText('Charges appear on your next invoice.')
  await db.update(adjustments).set({ deltaQuantity: -2 }).where(eq(adjustments.subscriptionId, subscription.id))
  await page.reload()
  await expect(pending).toContainText(`Removes 2 seats effective ${formatDate(currentPeriodEnd)}`)
  await expect(card.getByRole('button', { name: 'Cancel Subscription' })).toHaveCount(0)

  const usage = page.getByRole('region', { name: 'Usage & Limits' })
  await expect(usage).toContainText('Licenses Used1 of 12')
  await expect(usage).toContainText('Active Devices1')
  await expect(page.getByRole('region', { name: 'Billing History' })).toContainText('No billing history available')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await card.getByRole('button', { name: 'Request License Change' }).click()
  await expect(toastOf(page)).toContainText(
    'Please contact sales to adjust your license count. You can also create a support ticket for license changes.',
  )
  await toastOf(page).getByRole('button', { name: 'Request licenses' }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Request License Change')
  await page.keyboard.press('Escape')
  const help = page.getByRole('region', { name: 'Need Help' })
  await help.getByRole('button', { name: 'Contact Sales' }).click()
  await expect(page).toHaveURL('/support?new=1&title=Sales%20enquiry')
  await page.goBack()
  await help.getByRole('button', { name: 'Billing FAQ' }).click()
  await expect(page).toHaveURL('/support?tab=documentation&type=faq&tag=billing')
})

test('the banner shows the billing status [R-STATE-16 R-STATE-17 R-STATE-18 R-STATE-19 R-STATE-20 R-BILLC-12 R-BILLC-36]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'org_admin' })
  let shown = {}
  await page.route(isBilling, async (route) => {
    const response = await route.fetch()
    const body: { subscription: object } = await response.json()
    await route.fulfill({ response, json: { ...body, subscription: shown && { ...body.subscription, ...shown } } })
  })
  const cancel = page.getByRole('button', { name: 'Cancel Subscription' })
  const currentPeriodEnd = inDays(12)
  for (const [facts, sentence] of [
    [
      { status: 'active', currentPeriodEnd: inDays(-2) },
      'Your subscription is overdue. Please contact sales to update your billing.',
    ],
    [{ status: 'past_due' }, 'Your subscription payment is past due. Please update your payment information.'],
    [{ status: 'unpaid' }, 'Your subscription is unpaid, so devices don’t run. Please pay what is outstanding.'],
    [
      { status: 'canceled', currentPeriodEnd },
      `Your subscription has been cancelled and will end on ${formatLongDate(lastBusinessDay(currentPeriodEnd, 'Africa/Johannesburg'))}.`,
    ],
  ] as const) {
    shown = facts
    await page.goto('/billing')
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(cancel).toHaveCount(0)
    if ('currentPeriodEnd' in facts && facts.status === 'active')
      await expect(factOf(page.getByRole('region', { name: 'Current Subscription' }), 'Days until')).toContainText(
        'Overdue',
      )
  }
})

test('a missing subscription and a failed request are shown [R-BILLC-29 R-ERR-74 R-BILLC-36]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'org_admin', licenseLimit: null })
  await page.goto('/billing')
  await expect(page.getByText('No active subscription found.')).toBeVisible()
  await page.route(isBilling, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await page.reload()
  await expect(page.getByText('Failed to load billing data. Please try again.')).toBeVisible()
})

test('the organization’s admin cancels by keyboard after confirming [R-BILLC-20 R-ERR-42 R-BILLC-19 R-STATE-21 R-STATE-22 R-ERR-36]', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId } = await signIn({ role: 'org_admin', licenseLimit: null })
  const { currentPeriodEnd } = await makeSubscription(db, { organizationId, planName: 'Gold Plan' })
  await page.goto('/billing')
  const cancel = page.getByRole('button', { name: 'Cancel Subscription' })
  await cancel.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Gold Plan?' })
  await expect(dialog).toContainText('Are you sure you want to cancel your subscription? This action cannot be undone.')
  await expect(dialog).toContainText(
    `Your licenses keep working through ${formatLongDate(lastBusinessDay(currentPeriodEnd, 'Africa/Johannesburg'))}.`,
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(cancel).toBeFocused()

  await page.route('**/cancel-subscription', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
  await cancel.click()
  await dialog.getByLabel('Why are you canceling? (optional)').selectOption('Too expensive')
  await dialog.getByLabel('Comment (optional)').fill('Twice the price')
  await page.keyboard.press('Escape')
  await cancel.click()
  await expect(dialog.getByLabel('Comment (optional)')).toHaveValue('Twice the price')
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText('Failed to cancel subscription', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toastOf(page)).toContainText('Subscription Cancelled')
  await expect(page.getByText('Your subscription has been cancelled and will end on')).toBeVisible()
  await expect(cancel).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask to resume' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Resume our subscription')

  await signIn({ role: 'admin' })
  await page.goto(`/admin/organizations?view=${organizationId}&tab=subscription`)
  await expect(factOf(page.getByRole('dialog'), 'Reason')).toContainText('Too expensive')
  await expect(factOf(page.getByRole('dialog'), 'Comment')).toContainText('Twice the price')
})

test('the history shows the newest six, and all of them in place [R-BILLC-21 R-BILLC-22 R-BILLC-23 R-BILLC-24 R-BILLC-25 R-BILLC-26 R-BILLC-27 R-BILLC-28]', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId } = await signIn({ role: 'customer' })
  const paidAt = inDays(-3)
  const newest = await makeInvoice(db, { organizationId, status: 'paid', paidAt, amountCents: 123_450 })
  const due = await makeInvoice(db, { organizationId, createdAt: inDays(-2), dueDate: '2099-03-05' })
  for (let month = 1; month <= 6; month += 1) {
    await makeInvoice(db, { organizationId, status: 'void', createdAt: inDays(-31 * month), notes: 'Training' })
  }
  await page.goto('/billing')
  const card = page.getByRole('region', { name: 'Billing History' })
  const rows = card.getByRole('row')
  await expect(card).toContainText('R1234.50 outstanding')
  await expect(rows).toHaveCount(7)
  const row = card.getByRole('row', { name: newest.invoiceNumber })
  await expect(row).toContainText(formatMonth(newest.createdAt))
  await expect(row).toContainText(`Paid on ${formatDate(paidAt)}`)
  await expect(row).toContainText('R1234.50')
  await expect(row.getByText('Paid', { exact: true })).toBeVisible()
  await expect(card.getByRole('row', { name: due.invoiceNumber })).toContainText('Due Mar 05, 2099')

  const link = row.getByRole('link', { name: `Download invoice ${newest.invoiceNumber}` })
  await expect(link).toHaveAttribute('target', '_blank')
  const file = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toBe('application/pdf')
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')

  await card.getByRole('button', { name: 'View All Invoices' }).click()
  await expect(page).toHaveURL('/billing?invoices=all')
  await expect(rows).toHaveCount(9)
  await expect(card).toContainText('8 invoices')
  await card.getByRole('searchbox', { name: 'Search invoices' }).fill('training')
  await expect(rows).toHaveCount(7)
  await card.getByRole('combobox', { name: 'Status' }).selectOption('paid')
  await expect(card).toContainText('No invoices found matching your search.')
  await page.reload()
  await expect(card).toContainText('No invoices found matching your search.')
  await card.getByRole('button', { name: 'Clear search and filter' }).click()
  await expect(rows).toHaveCount(9)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await card.getByRole('button', { name: 'Show Newest Only' }).click()
  await expect(page).toHaveURL('/billing')
  await expect(rows).toHaveCount(7)
})

test('hundreds of invoices load while scrolling', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ role: 'customer' })
  for (let count = 0; count < 230; count += 1) {
    await makeInvoice(db, { organizationId, notes: 'Many', createdAt: inDays(-count) })
  }
  await page.goto('/billing?invoices=all')
  const card = page.getByRole('region', { name: 'Billing History' })
  await expect(card).toContainText('230 invoices')
  await expect(card).toContainText('100 loaded')
  const box = card.locator('[data-scroll-box]')
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(card).not.toContainText('loaded', { timeout: 500 })
  }).toPass()
  await expect(card.getByRole('table')).toHaveAttribute('aria-rowcount', '231')
})

test('staff see their own view: an admin all billing, an agent that nothing is billed [R-ROLE-47]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  await page.goto('/billing')
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Billing Management' })).toBeVisible()
  await signIn({ role: 'agent' })
  await page.goto('/billing')
  await expect(page.getByText('No active subscription found.')).toBeVisible()
  await expect(page.getByText('No billing history available')).toBeVisible()
})
