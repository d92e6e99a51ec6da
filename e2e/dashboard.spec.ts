import type { Page } from '@playwright/test'
import { LicenseStatus } from '#contract/licensing/licenses.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { SEED_PASSWORD } from '#demo/rows/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, card, inDays } from './fixtures.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('it shows its shape while it loads, and says when it cannot [R-DASH-01 R-DASH-02 R-DASH-03 R-ERR-18]', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/dashboard', async (route) => {
    await mayAnswer
    await route.fulfill({ status: 500, json: { message: 'Broken' } })
  })
  await page.goto('/')
  await expect(title(page)).toHaveText('Dashboard')
  await expect(page.locator('main [aria-busy=true]')).toBeVisible()
  answer()
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('Failed to load dashboard data. Please try refreshing the page.')
  await page.unroute('**/api/dashboard')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Current Plan')).toBeVisible()
})

test('a new customer sees that there is nothing yet [R-DASH-39 R-DASH-40 R-DASH-29 R-DASH-49 R-DASH-50]', async ({
  page,
  signIn,
}) => {
  await signIn({ licenseLimit: null })
  await page.goto('/')
  await expect(card(page, 'Subscription')).toContainText('No billing info')
  await expect(card(page, 'Current Plan')).toContainText('No active subscription found.')
  await expect(card(page, 'License Management')).toContainText(
    'No licenses found. Create your first license to get started.',
  )
  await expect(card(page, 'Invoices')).toContainText('No invoices found.')
  await expect(card(page, 'Latest Invoice')).toContainText('No invoices')
  await expect(card(page, 'Utilization')).toContainText('0 of 0')
  await expect(card(page, 'Recent Activity')).toContainText('Nothing has happened yet.')
})

test('the cards tell plan, use, invoice and tickets [R-CONST-07 R-CONST-08 R-DASH-12 R-DASH-13 R-DASH-30 R-DASH-31 R-DASH-32 R-DASH-33 R-DASH-41 R-DASH-42 R-DASH-43 R-DASH-44 R-DASH-45]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn({ licenseLimit: null })
  await makeSubscription(db, { organizationId, licenseLimit: 4, monthlyCents: 99_800, currentPeriodEnd: inDays(8.5) })
  await makeActiveLicense(db, { organizationId })
  await makeLicense(db, { organizationId })
  await makeInvoice(db, { organizationId, invoiceNumber: `A-${userId}`, status: 'issued', createdAt: inDays(-1) })
  await makeTicket(db, { organizationId, userId })
  await page.goto('/')
  await expect(card(page, 'Subscription')).toContainText('Renews in 9 days')
  await expect(card(page, 'Utilization')).toContainText('1 of 4')
  await expect(card(page, 'Utilization')).toContainText('25%')
  await expect(card(page, 'Latest Invoice')).toContainText('Pending')
  await expect(card(page, 'Support Tickets')).toContainText('1')
  await expect(card(page, 'Current Plan')).toContainText('R11976.00/year')
  await expect(card(page, 'Current Plan')).toContainText('2 of 4')

  await makeInvoice(db, { organizationId, invoiceNumber: `B-${userId}`, status: 'paid' })
  let end: string | null = inDays(0.5)
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /"currentPeriodEnd":"[^"]+"/,
      `"currentPeriodEnd":${JSON.stringify(end)}`,
    )
    await route.fulfill({ response, body })
  })
  await page.reload()
  await expect(card(page, 'Subscription')).toContainText(/Renews in 1 day(?!s)/)
  end = null
  await page.reload()
  await expect(card(page, 'Latest Invoice')).toContainText('Paid')
  await expect(card(page, 'Subscription')).toContainText('Check renewal date')
  await expect(card(page, 'Current Plan')).toContainText('R11976.00/month')
})

test('the license table has a word for every status and every assignment [R-DASH-15 R-DASH-16 R-DASH-17 R-DASH-18 R-DASH-19 R-DASH-20 R-DASH-21 R-DASH-22 R-DASH-23 R-DASH-24 R-DASH-25 R-DASH-26 R-DASH-27 R-DASH-28]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 20 })
  for (let index = 0; index < 5; index += 1) await makeLicense(db, { organizationId, createdAt: inDays(-9) })
  for (const status of LicenseStatus.options) {
    await makeLicense(db, { organizationId, label: `Is ${status}`, status, description: `Was ${status}` })
  }
  await makeActiveLicense(db, { organizationId, label: 'On a device', deviceName: 'DISPATCH-07' })
  await page.goto('/')
  const licenses = card(page, 'License Management')
  for (const header of ['License', 'Description', 'Status', 'Assignment', 'Device']) {
    await expect(licenses.getByRole('columnheader', { name: header })).toBeVisible()
  }
  const words = {
    active: 'Assigned & Active',
    assigned: 'Assigned',
    unassigned: 'Unassigned',
    revoked: 'Revoked',
    inactive: 'Inactive',
  }
  for (const [status, word] of Object.entries(words)) {
    const row = licenses.getByRole('row', { name: `Is ${status} ` })
    await expect(row).toContainText(`Was ${status}`)
    await expect(row.getByRole('cell').nth(3)).toHaveText(word)
    await expect(row).toContainText('Not activated')
  }
  const looks = Object.keys(words).map((status) =>
    licenses
      .getByRole('row', { name: `Is ${status} ` })
      .getByText(new RegExp(`^${status}$`, 'i'))
      .first()
      .evaluate((badge) => `${getComputedStyle(badge).color} on ${getComputedStyle(badge).backgroundColor}`),
  )
  expect(new Set(await Promise.all(looks)).size).toBe(5)
  await expect(licenses.getByRole('row', { name: 'On a device' })).toContainText('DISPATCH-07')
  await expect(licenses).toContainText('Showing 8 of 11')
  await expect(licenses.getByRole('link', { name: 'View all licenses' })).toHaveAttribute('href', '/licenses')
  await licenses.getByRole('link', { name: 'Create License' }).click()
  await expect(page).toHaveURL('/licenses?create=1')
  await page.getByRole('dialog').getByLabel('Label').fill('Made from the dashboard')
  await page.getByRole('dialog').getByRole('button', { name: 'Create License' }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Made from the dashboard')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(licenses.getByRole('row', { name: 'Made from the dashboard' })).toBeVisible()
  await expect(licenses).toContainText('Showing 8 of 12')
})

test('five invoices to download, and what happened last [R-CONST-09 R-CONST-11 R-DASH-46 R-DASH-47 R-DASH-48 R-DASH-65 R-DASH-66 R-DASH-67]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn()
  const invoices = []
  for (const days of [6, 5, 4, 3, 2, 1]) {
    invoices.push(
      await makeInvoice(db, {
        organizationId,
        invoiceNumber: `${days}-${userId}`,
        status: 'overdue',
        createdAt: inDays(-days - 20),
      }),
    )
    await makeLicense(db, { organizationId, label: `License of day ${days}`, createdAt: inDays(-days) })
    const changed = inDays(-days - 10)
    await makeTicket(db, {
      organizationId,
      userId,
      title: `Ticket of day ${days}`,
      createdAt: changed,
      updatedAt: changed,
    })
  }
  await page.goto('/')
  const rows = card(page, 'Invoices').getByRole('listitem')
  await expect(rows).toHaveCount(5)
  const download = rows.first().getByRole('link', { name: `Download invoice 1-${userId}` })
  await expect(download).toHaveAttribute('href', `/api/invoices/${invoices.at(-1)?.id}/download`)
  await expect(download).toHaveAttribute('target', '_blank')

  const activity = card(page, 'Recent Activity').getByRole('listitem')
  await expect(activity).toHaveText([
    /License License of day 1/,
    /License License of day 2/,
    /License License of day 3/,
    /TKT-.*Ticket of day 1/,
    new RegExp(`Invoice 1-${userId}.*Issued`),
    new RegExp(`Invoice 2-${userId}.*Issued`),
  ])
})

test('quick actions lead on, a customer’s to where a customer may go [R-DASH-61 R-DASH-62 R-DASH-63 R-DASH-64]', async ({
  page,
  signIn,
}) => {
  const { organizationId } = await signIn()
  const linksOf = async () => {
    await page.goto('/')
    const actions = card(page, 'Quick Actions').getByRole('link')
    await expect(actions).toHaveText(['Download App', 'Create License', 'New Support Ticket'])
    return actions.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
  }
  expect(await linksOf()).toEqual(['/downloads', '/licenses?create=1', '/support?new=1'])
  await signIn({ role: 'customer', organizationId })
  expect(await linksOf()).toEqual(['/downloads', '/licenses', '/support?new=1'])
  await expect(card(page, 'License Management').getByRole('link', { name: 'Create License' })).toHaveCount(0)
})

test('a visitor of / who signs in sees their dashboard', async ({ page, context, signIn }) => {
  const { email } = await signIn()
  await context.clearCookies()
  await page.goto('/')
  await expect(page).toHaveURL('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(SEED_PASSWORD)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' }).click()
  await expect(card(page, 'Current Plan')).toBeVisible()
})

test('the dashboard is accessible, in light and dark, and nothing sticks out of a phone', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn()
  await makeActiveLicense(db, { organizationId, label: 'x'.repeat(120), deviceName: 'Y'.repeat(60) })
  await makeInvoice(db, { organizationId, invoiceNumber: `${'9'.repeat(40)}-${userId.slice(0, 8)}` })
  await makeTicket(db, { organizationId, userId, title: 'z'.repeat(120) })
  await page.goto('/')
  await expect(card(page, 'License Usage').locator('svg')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
})
