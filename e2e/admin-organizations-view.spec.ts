import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { CANCELED_CANNOT_CHANGE } from '#contract/billing/subscriptions.ts'
import { formatLongDate } from '#contract/dates.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import type { Database } from '#server/database/database.ts'
import { invoiceItems } from '#server/database/schema/billing/invoices.ts'
import { adjustments } from '#server/database/schema/billing/subscriptions.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOver } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`
const address = (id: string, tab = '') => `/admin/organizations?view=${id}${tab && `&tab=${tab}`}`
const billingOf = (id: string) => (url: URL) => url.pathname === organizations.billing.url.replace(':id', id)
const figure = (dialog: Locator, name: string) => dialog.getByRole('region', { name })
const toast = (page: Page, text: string) => expect(toastOver(page).filter({ hasText: text })).toBeVisible()
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** R1500.00 are paid of R3000.00; a draft and a void invoice count for nothing. */
async function makeCustomer(db: Database) {
  const name = unique('Viewed')
  const contact = { contactEmail: 'office@viewed.example', phone: '010 555 0144', address: '7 View Road\nDurban' }
  const { id: organizationId } = await makeOrganization(db, { name, ...contact })
  const paid = await makeInvoice(db, { organizationId, amountCents: 150_000, status: 'paid' })
  const dates = { createdAt: '2026-03-05T10:00:00Z', dueDate: '2099-03-05' }
  const issued = await makeInvoice(db, { organizationId, amountCents: 150_000, ...dates })
  await makeInvoice(db, { organizationId, status: 'draft' })
  await makeInvoice(db, { organizationId, status: 'void' })
  const line = { description: '12 licenses for a month', quantity: 12, amountCents: 150_000 }
  await db.insert(invoiceItems).values({ organizationId, invoiceId: issued.id, position: 1, ...line })
  return { id: organizationId, name, paid, issued }
}

test('R-AORG-13 R-AORG-23 R-AORG-24 R-AORG-28 R-AORG-29 R-AORG-30 R-AORG-31 R-AORG-32 an organization is viewed from its row, and is back after a reload', async ({
  page,
  db,
}) => {
  const { id, name } = await makeCustomer(db)
  await page.goto(`/admin/organizations?search=${name}`)
  await page.getByRole('button', { name: `View ${name}` }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(figure(dialog, 'Total Invoiced')).toContainText('R3000.00')
  await expect(figure(dialog, 'Total Paid')).toContainText('R1500.00')
  await expect(figure(dialog, 'Total Paid')).toContainText('1 of 2 invoices paid')
  await expect(figure(dialog, 'Outstanding')).toContainText('R1500.00')
  const info = figure(dialog, 'Organization Info')
  await expect(info.getByRole('link', { name: 'office@viewed.example' })).toBeVisible()
  await expect(info).toContainText('010 555 0144')
  await expect(info).toContainText('7 View Road')
  await expect(info).toContainText('Active')
  await expect(dialog.getByRole('heading', { name: 'License Requests' })).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveURL(new RegExp(`view=${id}`))
  await page.reload()
  await expect(figure(dialog, 'Outstanding')).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await page.goForward()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\?search=[^&]+$/)
})

test('R-AORG-25 R-AORG-26 R-AORG-27 the four tabs are walked by keyboard and kept in the address', async ({
  page,
  db,
}) => {
  const { id } = await makeCustomer(db)
  await page.goto(address(id))
  await tab(page, 'Overview').press('ArrowRight')
  await expect(tab(page, 'Subscription')).toBeFocused()
  await expect(page.getByText('No active subscription found.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('table', { name: 'List of invoices' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('No payment methods found for this organization.')).toBeVisible()
  await page.reload()
  await expect(tab(page, 'Payments')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tab(page, 'Invoices')).toHaveAttribute('aria-selected', 'true')
})

test('R-AORG-25 the subscription shows price, seats and every change of them', async ({ page, db }) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Seats') })
  const subscription = await makeSubscription(db, { organizationId, licenseLimit: 12, monthlyCents: 299_400 })
  await makeLicense(db, { organizationId })
  const change = { organizationId, subscriptionId: subscription.id, effectiveAt: '2027-03-05T10:00:00Z' }
  await db.insert(adjustments).values([
    { ...change, deltaQuantity: -2, reason: 'Fewer people' },
    { ...change, deltaQuantity: 4, status: 'applied', appliedAt: '2026-01-05T10:00:00Z' },
  ])
  await page.goto(address(organizationId, 'subscription'))
  const facts = page.getByRole('region', { name: 'Current Subscription' })
  await expect(facts).toContainText('Standard Plan')
  await expect(facts).toContainText('Active')
  await expect(facts).toContainText('R2994.00 per month')
  await expect(facts).toContainText('R249.50')
  await expect(facts).toContainText('1 of 12 used')
  const rows = page.getByRole('table', { name: 'List of seat changes' }).getByRole('row')
  const removed = rows.filter({ hasText: 'Seats removed' })
  for (const text of ['−2', '−R499.00', 'Mar 05, 2027', 'Pending', 'Fewer people']) {
    await expect(removed).toContainText(text)
  }
  const added = rows.filter({ hasText: 'Seats added' })
  for (const text of ['+4', 'R998.00', 'Applied']) await expect(added).toContainText(text)
  await expectAccessible(page)
})

test('R-ERR-78 a subscription is created where its absence shows, and the focus stays on what changes it', async ({
  page,
  db,
}) => {
  const { id } = await makeCustomer(db)
  await page.goto(address(id, 'subscription'))
  await page.getByRole('button', { name: 'Create Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Subscription' })
  await dialog.getByLabel('Price per License').fill('10')
  await dialog.getByLabel('Number of Licenses').fill('3')
  await dialog.getByRole('button', { name: 'Create Subscription' }).click()
  await toast(page, 'Subscription Created')
  await expect(page.getByText('R30.00 per month')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Subscription' })).toBeFocused()
  await page.getByRole('button', { name: 'Edit Price' }).click()
  await page.getByLabel('Price per License').fill('11')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('R33.00 per month')).toBeVisible()
  await tab(page, 'Invoices').click()
  const bill = page
    .getByRole('table', { name: 'List of invoices' })
    .getByRole('row')
    .filter({ hasText: 'Standard Plan' })
  await expect(bill).toContainText('R30.00')
})

test('what will be billed next is shown before it is issued, with the seats that are asked for by then', async ({
  page,
  db,
}) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Upcoming') })
  const { id: subscriptionId } = await makeSubscription(db, { organizationId, licenseLimit: 12, monthlyCents: 120_000 })
  const effectiveAt = sql`(select current_period_end from subscriptions where id = ${subscriptionId})`
  await db.insert(adjustments).values({ organizationId, subscriptionId, deltaQuantity: 3, effectiveAt })
  await page.goto(address(organizationId, 'subscription'))
  const next = page.getByRole('region', { name: 'Next Invoice' })
  for (const text of ['R1500.00', 'R1200.00', '+3 seats from', 'R300.00']) await expect(next).toContainText(text)
})

test('an admin cancels a subscription, told first when it ends, and takes it back', async ({ page, db }) => {
  const names = { active: unique('Leaving'), late: unique('Late') }
  const { id: organizationId } = await makeOrganization(db, { name: names.active })
  const { currentPeriodEnd } = await makeSubscription(db, { organizationId })
  await page.goto(address(organizationId, 'subscription'))
  const cancel = page.getByRole('button', { name: 'Cancel Subscription' })
  await cancel.click()
  const asking = page.getByRole('alertdialog', { name: `Cancel the subscription of “${names.active}”?` })
  await expect(asking).toContainText(`It ends on ${formatLongDate(currentPeriodEnd ?? '')}`)
  await expect(asking).toContainText('Its administrators are notified by email.')
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Cancel Subscription' }).click()
  await toast(page, 'Subscription Cancelled')
  await expect(page.getByText(CANCELED_CANNOT_CHANGE)).toBeVisible()
  await expect(cancel).toHaveCount(0)

  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  const resuming = page.getByRole('alertdialog', { name: `Resume the subscription of “${names.active}”?` })
  await expect(resuming).toContainText(`It is renewed on ${formatLongDate(currentPeriodEnd ?? '')}`)
  await expect(resuming).toContainText('Its administrators are notified by email.')
  await expectAccessible(page)
  await resuming.getByRole('button', { name: 'Resume Subscription' }).click()
  await toast(page, 'Subscription Resumed')
  await expect(page.getByText(CANCELED_CANNOT_CHANGE)).toHaveCount(0)
  await expect(cancel).toBeFocused()

  const late = await makeOrganization(db, { name: names.late })
  const pastDueAt = new Date().toISOString()
  await makeSubscription(db, { organizationId: late.id, status: 'past_due', pastDueAt })
  await page.goto(address(late.id, 'subscription'))
  await cancel.click()
  await expect(page.getByRole('alertdialog')).toContainText('It is overdue, so it ends at once')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText('No active subscription found.')).toBeVisible()
})

test('a canceled subscription says that it cannot be changed as it is', async ({ page, db }) => {
  const name = unique('Canceled')
  const { id: organizationId } = await makeOrganization(db, { name })
  await makeSubscription(db, { organizationId, status: 'canceled', canceledAt: new Date().toISOString() })
  await page.goto(address(organizationId, 'subscription'))
  await expect(page.getByText(CANCELED_CANNOT_CHANGE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Subscription' })).toHaveCount(0)
})

test('R-AORG-26 R-AORG-27 invoices show what they are for, and payments when they came', async ({ page, db }) => {
  const { id, paid, issued } = await makeCustomer(db)
  await page.goto(address(id, 'invoices'))
  const list = page.getByRole('table', { name: 'List of invoices' })
  await expect(list.getByRole('row')).toHaveCount(5)
  const row = list.getByRole('row').filter({ hasText: issued.invoiceNumber })
  for (const text of ['12 licenses for a month · R1500.00', 'Mar 05, 2099', 'Mar 05, 2026', 'Issued']) {
    await expect(row).toContainText(text)
  }
  await expect(row.getByRole('link', { name: `Download invoice ${issued.invoiceNumber}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Payments' }).click()
  const payments = page.getByRole('table', { name: 'List of payments' })
  await expect(payments.getByRole('row')).toHaveCount(2)
  await expect(payments).toContainText(paid.invoiceNumber)
  await expect(payments).toContainText('R1500.00')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Invoices' }).click()
  await page.getByRole('link', { name: 'View All Invoices' }).click()
  await expect(page).toHaveURL(`/admin/billing?organizationId=${id}`)
})

test('R-AORG-33 R-AORG-34 who was never billed has no invoices and no payment methods', async ({ page, db }) => {
  const { id } = await makeOrganization(db, { name: unique('Unbilled') })
  await page.goto(address(id, 'invoices'))
  await expect(page.getByText('No invoices found for this organization.')).toBeVisible()
  await tab(page, 'Payments').click()
  await expect(page.getByText('No payment methods found for this organization.')).toBeVisible()
  await expect(page.getByText('No payments received yet.')).toBeVisible()
})

test('R-ERR-68 billing data that cannot be read says so, and can be tried again', async ({ page, db }) => {
  const { id, name } = await makeCustomer(db)
  const isBilling = billingOf(id)
  await page.route(isBilling, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(address(id))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Failed to fetch billing data')
  await page.unroute(isBilling)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name })).toContainText('R3000.00')
})

test('an address that leads to no organization says so', async ({ page }) => {
  for (const id of [crypto.randomUUID(), 'rubbish']) {
    await page.goto(address(id))
    await expect(page.getByRole('dialog')).toContainText('This organization does not exist.')
  }
})

test('the view fills the narrowest phone', async ({ page, db }) => {
  const { id } = await makeCustomer(db)
  await page.setViewportSize({ width: 320, height: 700 })
  for (const name of ['overview', 'subscription', 'invoices', 'payments']) {
    await page.goto(address(id, name))
    const panel = page.getByRole('tabpanel')
    await expect(panel).toBeVisible()
    const dialog = page.getByRole('dialog')
    // The dialog slides in first.
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 700 })
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
  await expectNoSidewaysScroll(page)
})
