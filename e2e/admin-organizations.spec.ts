import type { Page } from '@playwright/test'
import { organizations } from '#contract/organizations.ts'
import { makeOrganization } from '#server/database/seed/organizations.ts'
import { makeSubscription } from '#server/database/seed/subscriptions.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`
/** A dialog hides everything else from assistive technology: its toast is found by looking at the screen. */
const toastOver = (page: Page) => page.getByRole('listitem', { includeHidden: true }).filter({ hasText: 'Error' })
const isList = (url: URL) => url.pathname === organizations.list.url

test('R-AORG-01 R-AORG-02 R-AORG-03 R-AORG-04 R-AORG-05 R-AORG-06 R-AORG-07 R-AORG-08 R-AORG-09 R-AORG-10 R-AORG-11 R-AORG-12 the cards count and the table tells what is known of a customer', async ({
  page,
  db,
}) => {
  const name = unique('Shown Works')
  const contact = { contactEmail: 'office@shown.example', phone: '010 555 0177' }
  const { id } = await makeOrganization(db, { name, ...contact, billingType: 'annual' })
  await makeSubscription(db, { organizationId: id, licenseLimit: 17 })
  await page.goto('/admin/organizations')
  for (const label of ['Total Organizations', 'Active Organizations', 'New This Month']) {
    await expect(page.getByRole('region', { name: label }).getByText(/^\d+$/)).toBeVisible()
  }
  const row = page.getByRole('row', { name })
  await expect(row).toContainText(contact.contactEmail)
  await expect(row).toContainText(contact.phone)
  await expect(row).toContainText('17')
  await expect(row).toContainText('annual')
  await expect(row).toContainText('Active')
  await expect(row.getByRole('time')).toHaveCount(2)
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('R-AORG-04 R-AORG-05 a search finds by name and by contact email, and is in the address', async ({ page, db }) => {
  const mark = unique('found')
  await makeOrganization(db, { name: `By name ${mark}` })
  await makeOrganization(db, { name: 'By contact', contactEmail: `${mark.replace(' ', '.')}@contact.example` })
  await page.goto('/admin/organizations')
  await page.getByRole('searchbox').fill(mark.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: `By name ${mark}` })).toBeVisible()
  await page.goto(`/admin/organizations?search=${mark.replace(' ', '.')}`)
  await expect(page.getByRole('searchbox')).toHaveValue(mark.replace(' ', '.'))
  await expect(page.getByRole('row', { name: 'By contact' })).toBeVisible()
})

test('R-AORG-19 R-AORG-20 beyond twenty rows there are pages, up to twenty there are none', async ({ page, db }) => {
  const mark = unique('paged')
  for (let number = 1; number <= 21; number += 1) await makeOrganization(db, { name: `${mark} no ${number}` })
  await page.goto(`/admin/organizations?search=${mark}`)
  await expect(page.getByRole('row')).toHaveCount(21)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('searchbox').fill(`${mark} no 21`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)
})

test('R-ERR-78 a customer without a subscription gets one, at a price shown before it is saved', async ({
  page,
  db,
}) => {
  const name = unique('New customer')
  await makeOrganization(db, { name })
  await page.goto(`/admin/organizations?search=${name}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Create Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Subscription' })
  const save = dialog.getByRole('button', { name: 'Create Subscription' })
  await expect(dialog.getByLabel('Plan Name')).toHaveValue('Standard Plan')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Price per License').fill('249.50')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Number of Licenses').fill('12')
  await expect(dialog.getByRole('status')).toHaveText('R2994.00')
  await expectAccessible(page)
  await save.click()
  await expect(toastOf(page)).toContainText('Subscription Created')
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('12')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('R-ERR-64 a refused subscription says why and keeps what was entered', async ({ page, db }) => {
  const name = unique('Refused')
  const { id } = await makeOrganization(db, { name })
  await page.goto(`/admin/organizations?search=${name}&subscribe=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Create Subscription' })
  await dialog.getByLabel('Price per License').fill('100')
  await dialog.getByLabel('Number of Licenses').fill('5')
  await makeSubscription(db, { organizationId: id })
  await dialog.getByRole('button', { name: 'Create Subscription' }).click()
  await expect(toastOver(page)).toContainText('Error')
  await expect(toastOver(page)).toContainText('This organization already has a subscription.')
  await page.route('**/subscription', (route) => route.fulfill({ status: 502, body: '' }))
  await dialog.getByRole('button', { name: 'Create Subscription' }).click()
  await expect(toastOver(page)).toContainText('Failed to create subscription')
  await expect(dialog.getByLabel('Price per License')).toHaveValue('100')
})

test('R-ERR-67 a list that cannot be read says so', async ({ page }) => {
  await page.route(isList, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await page.goto('/admin/organizations')
  await expect(page.getByText('Failed to fetch organizations')).toBeVisible()
})

test('the page is accessible and fits the narrowest phone', async ({ page }) => {
  await page.goto('/admin/organizations?search=mining')
  await expect(page.getByRole('table', { name: 'Organizations' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
