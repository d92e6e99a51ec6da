import type { Locator } from '@playwright/test'
import { organizations } from '#contract/operations/organizations.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import type { Database } from '#server/database/database.ts'
import { invoiceItems } from '#server/database/schema/billing/invoices.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, unique } from './fixtures.ts'
import { address, tab } from './organizations.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const billingOf = (id: string) => (url: URL) => url.pathname === organizations.billing.url.replace(':id', id)
const figure = (dialog: Locator, name: string) => dialog.getByRole('region', { name })

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

test('an organization is viewed from its row, and is back after a reload [R-AORG-13 R-AORG-23 R-AORG-24 R-AORG-28 R-AORG-29 R-AORG-30 R-AORG-31 R-AORG-32]', async ({
  page,
  db,
}) => {
  const { id, name } = await makeCustomer(db)
  await page.goto(`/admin/organizations?search=${name}`)
  await page.getByRole('link', { name: `View ${name}` }).click()
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

test('the four tabs are walked by keyboard and kept in the address [R-AORG-25 R-AORG-26 R-AORG-27]', async ({
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

test('invoices show what they are for, and payments when they came [R-AORG-26 R-AORG-27]', async ({ page, db }) => {
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

test('who was never billed has no invoices and no payment methods [R-AORG-33 R-AORG-34]', async ({ page, db }) => {
  const { id } = await makeOrganization(db, { name: unique('Unbilled') })
  await page.goto(address(id, 'invoices'))
  await expect(page.getByText('No invoices found for this organization.')).toBeVisible()
  await tab(page, 'Payments').click()
  await expect(page.getByText('No payment methods found for this organization.')).toBeVisible()
  await expect(page.getByText('No payments received yet.')).toBeVisible()
})

test('billing data that cannot be read says so, and can be tried again [R-ERR-68]', async ({ page, db }) => {
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
