import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { chooseOrganization, organizationChoice } from './choose-organization.ts'
import { card, expect, expectAccessible, expectNoSidewaysScroll, test, unique } from './fixtures.ts'

const LONG_AGO = '2020-01-15'

test('an admin narrows the invoices to an age, an organization and due days, and downloads what is shown', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const name = unique('Aged Works')
  const { id: organizationId } = await makeOrganization(db, { name })
  const old = await makeInvoice(db, { organizationId, dueDate: LONG_AGO, status: 'overdue', notes: '=1+1' })
  const fresh = await makeInvoice(db, { organizationId })
  await makeInvoice(db, { organizationId, dueDate: LONG_AGO, status: 'paid' })
  await page.goto('/admin/billing')
  const all = card(page, 'All Invoices')
  const rows = all.locator('tr[data-row]')
  await chooseOrganization(page, name)
  await expect(rows).toHaveCount(3)

  const older = card(page, 'Outstanding by age').getByRole('button', { name: /^Over 90 days/ })
  await older.click()
  await expect(older).toHaveAttribute('aria-pressed', 'true')
  await expect(all.getByRole('combobox', { name: 'Age' })).toHaveValue('older')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(old.invoiceNumber)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const href = await all.getByRole('link', { name: 'Invoices CSV' }).getAttribute('href')
  const file = await page.request.get(href ?? '')
  expect(file.headers()['content-disposition']).toContain('filename="invoices.csv"')
  const lines = (await file.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${old.invoiceNumber},${name},overdue,1234.50,0.00,0.00,1234.50`)
  expect(lines[1]).toContain("'=1+1")
  const payments = await all.getByRole('link', { name: 'Payments CSV' }).getAttribute('href')
  expect((await (await page.request.get(payments ?? '')).text()).trimEnd().split('\r\n')).toHaveLength(2)

  await older.click()
  await expect(rows).toHaveCount(3)
  await all.getByLabel('Due from').fill('2099-01-01')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(fresh.invoiceNumber)
  await all.getByLabel('Due until').fill('2099-01-02')
  await expect(all).toContainText('No invoices found matching your search.')
  await all.getByRole('button', { name: 'Clear search and filter' }).click()
  await expect(page).toHaveURL('/admin/billing')
  await expect(organizationChoice(page)).toHaveText('All organizations')
})
