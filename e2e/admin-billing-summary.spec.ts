import type { Page } from '@playwright/test'
import { invoices } from '#contract/billing/invoices.ts'
import { NO_PERMISSION } from '#contract/errors.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import type { Database } from '#server/database/database.ts'
import { links } from '#web/app/links.ts'
import { chooseOrganization } from './choose-organization.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, toastOver, unique, card } from './fixtures.ts'

const summary = (page: Page) => card(page, 'Organization Billing Summary')
const isOverview = (url: URL) => url.pathname === invoices.overview.url

/** Twelve seats at R249.50; R1234.50 paid, R100.00 issued and R23.45 overdue. */
async function makeCustomer(db: Database) {
  const name = unique('Summed Works')
  const { id } = await makeOrganization(db, { name })
  await makeSubscription(db, { organizationId: id, licenseLimit: 12, monthlyCents: 299_400 })
  await makeInvoice(db, { organizationId: id, status: 'paid' })
  const issued = await makeInvoice(db, { organizationId: id, amountCents: 100_00 })
  const overdue = await makeInvoice(db, { organizationId: id, amountCents: 23_45, status: 'overdue' })
  await makeInvoice(db, { organizationId: id, status: 'void' })
  return { id, name, issued, overdue }
}

test('the screen starts with the figures and has the admin view, for admins alone [R-BILLA-02 R-BILLA-04 R-ROLE-11]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  await page.goto('/admin/billing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Billing Management')
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(titles).toHaveText([
    'Total Revenue',
    'Outstanding',
    'Overdue Invoices',
    'Outstanding by age',
    'All Invoices',
    'Organization Billing Summary',
    'Organizations',
  ])
  for (const role of ['agent', 'org_admin', 'customer'] as const) {
    await signIn({ role })
    await page.goto('/admin/billing')
    await expect(page.getByText(NO_PERMISSION)).toBeVisible()
    await page.goto('/billing')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Billing & Subscription')
  }
})

test('the summary leads to an organization’s invoices, whose statuses are chosen [R-ABILL-02 R-ABILL-03 R-ABILL-04 R-ABILL-05 R-ABILL-06 R-ABILL-07 R-ABILL-08 R-ABILL-09 R-STATE-37 R-STATE-41 R-STATE-42 R-STATE-43 R-API-71 R-ERR-86]', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const { id, name, issued, overdue } = await makeCustomer(db)
  // Without totals of other organizations, which other tests change.
  await page.route(isOverview, async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as { organizationId: string }[]
    await route.fulfill({ response, json: rows.filter(({ organizationId }) => organizationId === id) })
  })
  await page.goto('/admin/billing')
  const expectCards = async (...figures: string[]) => {
    for (const [place, label] of ['Total Revenue', 'Outstanding', 'Overdue Invoices'].entries()) {
      await expect(card(page, label)).toContainText(figures[place]!)
    }
  }
  await expectCards('R1234.50', 'R123.45', '1')
  const row = summary(page).getByRole('row', { name })
  await expect(row.getByRole('cell')).toHaveText([name, '12', 'R249.50', 'Active', '3', 'R1234.50', 'R123.45', '1'])
  const listed = page.waitForRequest((request) => request.url().includes(`organizationId=${id}`))
  await row.getByRole('cell').nth(4).click()
  await listed
  await expect(page).toHaveURL(links.invoicesOf(id))
  const billed = card(page, `Invoices of ${name}`)
  await expect(billed.getByText(`Invoices of ${name}`)).toBeFocused()
  await expect(billed.locator('tr[data-row]')).toHaveCount(4)

  const status = billed.getByLabel(`Status of ${issued.invoiceNumber}`)
  await expect(status.getByRole('option')).toHaveText([
    'Draft',
    'Issued',
    'Pending',
    'Paid',
    'Overdue',
    'Failed',
    'Cancelled',
  ])
  await expect(billed.locator('select').filter({ hasText: 'Void' })).toHaveValue('void')
  const patched = page.waitForRequest((request) => request.method() === 'PATCH')
  const asked = (word: string) => page.getByRole('alertdialog', { name: `Make ${issued.invoiceNumber} ${word}?` })
  await status.selectOption('paid')
  await expect(asked('paid')).toContainText('Records a payment of R100.00, received today.')
  await expect(asked('paid')).toContainText('Emails “Payment received” to ')
  await asked('paid').getByRole('button', { name: 'Make paid' }).click()
  const request = await patched
  expect(new URL(request.url()).pathname).toBe(`/api/admin/billing/invoices/${issued.id}/status`)
  expect(request.postDataJSON()).toEqual({ status: 'paid', from: 'issued', owed: '100.00' })
  await expect(toastOf(page)).toContainText('Invoice Updated')
  await expectCards('R1334.50', 'R23.45', '1')
  await billed.getByLabel(`Status of ${overdue.invoiceNumber}`).selectOption('cancelled')
  await page.getByRole('button', { name: 'Make cancelled' }).click()
  await expectCards('R1334.50', 'R0.00', '0')
  await page.reload()
  await expect(status).toHaveValue('paid')
  await status.selectOption('draft')
  await expect(asked('draft')).toContainText('Reverses the R100.00 paid on it.')
  await expect(asked('draft')).toContainText('It no longer counts: nothing is outstanding on it.')
  await expectAccessible(page)
  await asked('draft').getByRole('button', { name: 'Cancel' }).click()
  await expect(asked('draft')).toHaveCount(0)
  await expect(status).toHaveValue('paid')
  await status.selectOption('draft')
  await asked('draft').getByRole('button', { name: 'Make draft' }).click()
  await expectCards('R1234.50', 'R0.00', '0')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await billed.getByRole('button', { name: 'View All Organizations' }).click()
  await expect(page).toHaveURL('/admin/billing')
  await expect(summary(page).getByText('Organization Billing Summary')).toBeFocused()
  await summary(page).getByRole('link', { name }).focus()
  await page.keyboard.press('Enter')
  await expect(billed).toBeVisible()
  await page.goBack()
  await expect(row).toContainText('R1234.50')
})

test('a link from another screen scrolls to the invoices of its organization', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const { id, name } = await makeCustomer(db)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/admin/billing/invoices?limit=*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(links.invoicesOf(id))
  const title = page.getByRole('heading', { name: `Invoices of ${name}` })
  await expect(title).toBeInViewport()
  await expect(title.getByText(name)).toBeFocused()
  letGo()
  await expect(page.getByRole('table', { name: 'List of all invoices' })).toBeVisible()
  await expect(title).toBeInViewport()
  await page.goto(links.invoicesOf(crypto.randomUUID()))
  await expect(summary(page).getByRole('table')).toBeVisible()
})

test('the summary sorts by amounts, not by their digits', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  for (let customer = 0; customer < 3; customer += 1) await makeCustomer(db)
  await page.goto('/admin/billing')
  const paid = summary(page).getByRole('button', { name: 'Paid', exact: true })
  await paid.click()
  await paid.click()
  await expect(summary(page).getByRole('columnheader', { name: 'Paid', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const cells = summary(page).locator('td[data-label="Paid"]')
  // The rows of a long table follow its header.
  await expect(cells.nth(2)).toBeAttached()
  const texts = await cells.allInnerTexts()
  const amounts = texts.map((text) => Number(text.slice(1)))
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
})

test('a failed request shows an error in its place [R-ERR-74 R-ERR-69]', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const { id } = await makeCustomer(db)
  await page.route(isOverview, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await page.goto('/admin/billing')
  await expect(page.getByText('Failed to load billing data. Please try again.')).toBeVisible()
  await page.unroute(isOverview)
  await page.route(`**${invoices.listAll.url}?organizationId=*`, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(links.invoicesOf(id))
  await expect(page.getByText('Failed to fetch invoices')).toBeVisible()
})

test('an invoice is sent as a form, with its file or without [R-ABILL-01 R-VAL-45 R-VAL-46 R-VAL-47 R-VAL-48 R-VAL-51 R-ERR-66 R-ERR-85]', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const { id, name } = await makeCustomer(db)
  await page.goto(links.invoicesOf(id))
  await page.getByRole('button', { name: 'Upload Invoice', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Invoice' })
  const submit = dialog.getByRole('button', { name: 'Upload Invoice' })
  await submit.click()
  for (const message of [
    'Organization is required',
    'Amount is required',
    'Due date is required',
    'Invoice number is required',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible()
  }
  await expect(dialog.getByLabel('Organization')).toBeFocused()
  await expectAccessible(page)

  const file = dialog.getByLabel('Invoice file')
  await expect(file).toHaveAttribute('accept', '.pdf')
  const buffer = Buffer.from('%PDF-1.7\nan invoice')
  await chooseOrganization(page, name)
  await dialog.getByLabel('Amount (ZAR)').fill('55.05')
  await dialog.getByLabel('Due Date').fill('2099-03-05')
  await file.setInputFiles({ name: 'march.txt', mimeType: 'text/plain', buffer })
  const number = unique('FORM')
  await dialog.getByLabel('Invoice Number').fill(number)
  await dialog.getByLabel('Notes').fill('Training')
  await submit.click()
  await expect(dialog.getByText('Only .pdf files are accepted.')).toBeVisible()
  await file.setInputFiles({ name: 'march.pdf', mimeType: 'application/pdf', buffer })
  await page.route('**/invoices/upload', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
  await submit.click()
  await expect(toastOver(page)).toContainText('Error')
  await expect(toastOver(page)).toContainText('Failed to upload invoice')
  const sent = page.waitForRequest('**/invoices/upload')
  await submit.click()
  expect((await sent).headers()['content-type']).toContain('multipart/form-data')
  await expect(toastOf(page)).toContainText('Invoice Uploaded')
  const link = card(page, `Invoices of ${name}`)
    .getByRole('row', { name: number })
    .getByRole('link', { name: /^Download/ })
  const stored = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(await stored.body()).toEqual(buffer)
  await expect(card(page, `Invoices of ${name}`)).toContainText('R178.50 unpaid')

  await page.goto('/admin/billing?send=1')
  await dialog.getByLabel('Amount (ZAR)').fill('1')
  await chooseOrganization(page, name)
  await dialog.getByLabel('Due Date').fill('2099-03-05')
  await dialog.getByLabel('Invoice Number').fill(number)
  await submit.click()
  await expect(dialog.getByLabel('Invoice Number')).toHaveAccessibleDescription(
    'An invoice with this number already exists.',
  )
  await dialog.getByLabel('Invoice Number').fill(`${number} B`)
  await submit.click()
  await expect(dialog).toHaveCount(0)
  await expect(card(page, 'All Invoices').getByRole('row', { name: `${number} B` })).toContainText('R1.00')
})
