import type { Locator } from '@playwright/test'
import { invoices } from '#contract/billing/invoices.ts'
import { formatDate } from '#contract/dates.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { invoiceRow, makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { invoices as invoiceTable } from '#server/database/schema/billing/invoices.ts'
import { organizations as organizationTable } from '#server/database/schema/identity/organizations.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, toastOver, unique, card } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const headsOf = (table: Locator) => table.getByRole('columnheader').allInnerTexts()
const isList = (url: URL) => url.pathname === organizations.list.url
const isInvoices = (url: URL) => url.pathname === invoices.listAll.url

test('an admin sees what each organization pays [R-BILLA-01 R-BILLA-03 R-BILLA-05 R-BILLA-06 R-BILLA-07 R-BILLA-08 R-BILLA-09 R-BILLA-10 R-BILLA-11 R-BILLA-12 R-BILLA-13 R-BILLA-14 R-BILLA-15 R-BILLA-16 R-BILLA-17 R-BILLA-18 R-BILLA-19 R-BILLA-20 R-ROLE-05]', async ({
  page,
  db,
}) => {
  const name = unique('Priced Works')
  const contact = { contactEmail: 'office@priced.example', phone: '010 555 0177' }
  const { id } = await makeOrganization(db, { name, ...contact })
  await makeSubscription(db, { organizationId: id, licenseLimit: 17, monthlyCents: 424_150 })
  const inactive = await makeOrganization(db, { name: `${name} branch`, isActive: false })
  await page.goto('/billing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Billing Management')
  const table = card(page, 'Organizations').getByRole('table')
  await expect(table).toBeVisible()
  expect(await headsOf(table)).toEqual(['Organization', 'Contact', 'Licenses', 'Monthly Price', 'Status', 'Actions'])
  await card(page, 'Organizations').getByRole('searchbox').fill(name)
  const rows = table.locator('tr[data-row]')
  await expect(rows).toHaveCount(2)
  const row = rows.filter({ hasText: id.slice(0, 8) })
  for (const text of [name, contact.contactEmail, contact.phone, '17', 'R4241.50', 'Active']) {
    await expect(row).toContainText(text)
  }
  await expect(row).not.toContainText(id)
  await expect(row.getByRole('button', { name: `Edit Pricing of ${name}` })).toBeVisible()
  await expect(row.getByRole('button', { name: `Upload Invoice for ${name}` })).toHaveText('Upload Invoice')
  await expect(rows.filter({ hasText: inactive.id.slice(0, 8) })).toContainText('Inactive')
  await page.reload()
  await expect(rows).toHaveCount(2)
})

test('invoices are marked paid or overdue in the list, after a preview of the effects [R-BILLA-22 R-BILLA-23 R-BILLA-24 R-BILLA-25 R-BILLA-26 R-BILLA-27 R-BILLA-28 R-BILLA-29 R-BILLA-30 R-STATE-38 R-STATE-40 R-ERR-40]', async ({
  page,
  db,
}) => {
  const name = unique('Billed Works')
  const { id: organizationId } = await makeOrganization(db, { name })
  const invoice = await makeInvoice(db, { organizationId, amountCents: 78_950, dueDate: '2099-03-05' })
  const taken = await makeInvoice(db, { organizationId, status: 'void' })
  const draft = await makeInvoice(db, { organizationId, status: 'draft' })
  await page.goto('/billing')
  const all = card(page, 'All Invoices')
  await expect(all.getByRole('table')).toBeVisible()
  expect(await headsOf(all)).toEqual(['Invoice #', 'Organization', 'Amount', 'Due Date', 'Status', 'Actions'])
  await all.getByRole('searchbox', { name: 'Search invoices' }).fill(name)
  await expect(all.locator('tr[data-row]')).toHaveCount(3)
  await expect(all.getByRole('row', { name: taken.invoiceNumber })).toContainText('Void')
  await expect(
    all.getByRole('row', { name: draft.invoiceNumber }).getByRole('link', { name: /^Download/ }),
  ).toHaveCount(0)

  const row = all.getByRole('row', { name: invoice.invoiceNumber })
  for (const text of [name, 'R789.50', formatDate('2099-03-05'), 'Issued']) await expect(row).toContainText(text)
  const [paid, overdue] = ['Paid', 'Overdue'].map((word) => row.getByRole('button', { name: word })) as [
    Locator,
    Locator,
  ]
  const marks = row.getByRole('button', { name: /^(Paid|Overdue): / })
  await expect(marks).toHaveCount(2)
  await overdue.focus()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('alertdialog', { name: `Mark ${invoice.invoiceNumber} overdue?` })
  await expect(asked).toContainText('It’s not late yet: it’s due on March 05, 2099.')
  await expect(asked).toContainText('Only the status changes: no money moves and no email is sent.')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toContainText('Issued')
  await overdue.click()
  await asked.getByRole('button', { name: 'Mark Overdue' }).click()
  await expect(toastOf(page)).toContainText('Invoice Status Updated')
  await expect(toastOf(page)).toContainText(`${invoice.invoiceNumber}: Overdue`)
  await expect(overdue).toHaveCount(0)

  await paid.click()
  const recording = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(recording.getByLabel('Amount (ZAR)')).toHaveValue('789.50')
  await expect(recording).toContainText(`We email ${name} a receipt.`)
  await recording.getByLabel('Amount (ZAR)').press('Enter')
  await expect(toastOf(page)).toContainText('Payment Recorded')
  await expect(marks).toHaveCount(0)
  await expect(row.getByRole('link', { name: `Download invoice ${invoice.invoiceNumber}` })).toBeVisible()

  await all.getByRole('combobox', { name: 'Status' }).selectOption('paid')
  await expect(all.locator('tr[data-row]')).toHaveCount(1)
  await page.reload()
  await expect(row).toContainText('Paid')
  await expect(all.locator('tr[data-row]')).toHaveCount(1)
})

test('an empty portal says so, and so does one that cannot be read [R-BILLA-21 R-BILLA-31 R-ERR-67 R-ERR-69]', async ({
  page,
}) => {
  const isEither = (url: URL) => isList(url) || isInvoices(url)
  await page.route(isEither, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await page.goto('/billing')
  await expect(page.getByText('No organizations found', { exact: true })).toBeVisible()
  await expect(page.getByText('No invoices found', { exact: true })).toBeVisible()
  await page.route(isEither, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await page.reload()
  await expect(page.getByText('Failed to fetch organizations')).toBeVisible()
  await expect(page.getByText('Failed to fetch invoices')).toBeVisible()
})

test('a monthly price is set twelvefold [R-BILLA-32 R-BILLA-33 R-BILLA-34 R-VAL-53 R-VAL-54 R-VAL-56 R-API-58 R-ERR-33 R-ERR-38]', async ({
  page,
  db,
}) => {
  const name = unique('Repriced Works')
  await makeOrganization(db, { name, twelveMonthCents: 2_994_00 })
  await page.goto(`/billing?organization=${name}`)
  const edit = page.getByRole('button', { name: `Edit Pricing of ${name}` })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Set Monthly Pricing' })
  const price = dialog.getByLabel('Monthly Price (ZAR)')
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(dialog.getByRole('textbox').or(dialog.getByRole('spinbutton'))).toHaveCount(1)
  await expect(price).toHaveValue('249.50')
  await expect(price).toHaveAttribute('step', '0.01')
  await expect(dialog.getByRole('status')).toHaveText('R2994.00')
  await expectAccessible(page)

  await price.fill('')
  await expect(save).toBeDisabled()
  await price.press('Enter')
  await expect(toastOver(page)).toContainText('Missing Information')
  await expect(toastOver(page)).toContainText('Please enter a monthly price')
  await price.fill('1.234')
  await price.press('Enter')
  await expect(dialog.getByText('Monthly price must be an amount such as 2495.00')).toBeVisible()

  await price.fill('1000.55')
  await expect(dialog.getByRole('status')).toHaveText('R12006.60')
  await page.route('**/pricing', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
  await save.click()
  await expect(toastOver(page).getByText('Failed to update pricing')).toHaveCount(2)
  const sent = page.waitForRequest('**/pricing')
  await save.click()
  expect((await sent).postDataJSON()).toEqual({ twelveMonthValue: '12006.60', twelveMonthFrom: '2994.00' })
  await expect(toastOf(page)).toContainText(`Pricing UpdatedThe price for ${name} is R1000.55 a month.`)
  await expect(page.getByRole('row', { name })).toContainText('R1000.55')
  await expect(edit).toBeFocused()
})

test('a thousand organizations and hundreds of invoices scroll, and the page fits the narrowest phone', async ({
  page,
  db,
}) => {
  const name = unique('Crowd')
  const crowd = Array.from({ length: 1000 }, (_, place) => ({
    name: `${name} ${place}`,
    contactEmail: 'a@crowd.example',
  }))
  const [first] = await db.insert(organizationTable).values(crowd).returning()
  const bills = Array.from({ length: 230 }, () => invoiceRow({ organizationId: first!.id, notes: name }))
  await db.insert(invoiceTable).values(bills)
  await page.goto(`/billing?organization=${name}&search=${name}`)
  await expect(page.getByText('1,000 organizations')).toBeVisible()
  expect(await card(page, 'Organizations').locator('tr[data-row]').count()).toBeLessThan(60)
  const all = card(page, 'All Invoices')
  await expect(all).toContainText('230 invoices, 100 loaded')
  const box = all.locator('[data-scroll-box]')
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(all).not.toContainText('loaded', { timeout: 500 })
  }).toPass()
  await expect(all.getByRole('table')).toHaveAttribute('aria-rowcount', '231')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
