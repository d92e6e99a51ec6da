import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { organizations } from '#contract/operations/organizations.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { organizations as table } from '#server/database/schema/identity/organizations.ts'
import { expect, expectAccessible, test, toastOf, unique } from './fixtures.ts'
import { choose, menuOf } from './organizations.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

/** A dialog hides everything else from assistive technology: its toast is found by looking at the screen. */
const toastOver = (page: Page) => page.getByRole('listitem', { includeHidden: true }).filter({ hasText: 'Error' })
const busy = { status: 502, body: '' }

/** The body of the next change. */
async function sentBy(page: Page, act: () => Promise<unknown>) {
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  await act()
  return (await asked).postDataJSON() as unknown
}

test('an organization is edited [R-AORG-14 R-AORG-36 R-AORG-37 R-AORG-38 R-AORG-39 R-AORG-40 R-VAL-58 R-VAL-59 R-ERR-76]', async ({
  page,
  db,
}) => {
  const name = unique('Edited')
  const { id } = await makeOrganization(db, { name, phone: '010 555 0100', address: '1 Old Street' })
  await choose(page, name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Organization' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('   ')
  await dialog.getByLabel('Contact email').fill('nobody')
  await save.click()
  await expect(dialog.getByText('Organization name is required')).toBeVisible()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await dialog.getByLabel('Name').fill(`${name} Ltd`)
  await dialog.getByLabel('Contact email').fill('new@edited.example')
  await dialog.getByLabel('Phone').fill('')
  await dialog.getByLabel('Address').fill('2 New Street\nDurban')
  await save.click()
  await expect(toastOf(page)).toContainText('Organization updated successfully')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: `${name} Ltd` })).toContainText('new@edited.example')
  await expect(menuOf(page, `${name} Ltd`)).toBeFocused()
  const [stored] = await db.select().from(table).where(eq(table.id, id))
  expect(stored).toMatchObject({ phone: null, address: '2 New Street\nDurban' })
})

test('does not overwrite a colleague’s change unseen [R-ERR-61]', async ({ page, db }) => {
  const name = unique('Shared')
  const { id } = await makeOrganization(db, { name })
  await choose(page, name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Organization' })
  await page.route(`**/organizations/${id}`, (route) => route.fulfill(busy))
  await dialog.getByLabel('Phone').fill('010 555 0111')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOver(page)).toContainText('Failed to update organization')
  await page.unroute(`**/organizations/${id}`)
  await db.update(table).set({ address: 'Theirs', updatedAt: new Date().toISOString() }).where(eq(table.id, id))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOver(page)).toContainText('Someone else changed this organization. Check it and try again.')
  await expect(dialog.getByLabel('Phone')).toHaveValue('010 555 0111')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const [stored] = await db.select().from(table).where(eq(table.id, id))
  expect(stored).toMatchObject({ phone: '010 555 0111', address: 'Theirs' })
})

test('a price per license is set, its total shown before [R-AORG-35 R-API-59 R-CONST-02 R-CONST-03 R-CONST-04 R-CONST-05 R-VAL-56 R-VAL-57 R-ERR-62 R-ERR-77]', async ({
  page,
  db,
}) => {
  const name = unique('Priced')
  const { id: organizationId } = await makeOrganization(db, { name })
  await makeSubscription(db, { organizationId, licenseLimit: 12, monthlyCents: 299_400 })
  await choose(page, name, 'Edit Price')
  const dialog = page.getByRole('dialog', { name: 'Edit Price' })
  const price = dialog.getByLabel('Price per License (ZAR)')
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(price).toHaveValue('249.50')
  await expect(price).toHaveAttribute('step', '0.01')
  await expect(dialog.getByLabel('Monthly total')).toHaveText('R2994.00')
  await expect(dialog.getByLabel('Twelve months')).toHaveText('R35928.00')
  await price.fill('')
  await expect(save).toBeDisabled()
  await price.fill('0.29')
  await expect(dialog.getByLabel('Monthly total')).toHaveText('R3.48')
  await expectAccessible(page)
  await page.route('**/pricing', (route) => route.fulfill(busy))
  await save.click()
  await expect(toastOver(page)).toContainText('Failed to update pricing')
  await page.unroute('**/pricing')
  expect(await sentBy(page, () => save.click())).toEqual({
    twelveMonthValue: '41.76',
    seatsFrom: 12,
    twelveMonthFrom: '35928.00',
  })
  await expect(toastOf(page)).toContainText('Pricing updated successfully')
  await expect(dialog).toHaveCount(0)
})

test('a customer without a subscription gets one, at a price shown before it is saved [R-ERR-78 R-CONST-06 R-VAL-56]', async ({
  page,
  db,
}) => {
  const name = unique('New customer')
  await makeOrganization(db, { name })
  await choose(page, name, 'Create Subscription')
  const dialog = page.getByRole('dialog', { name: 'Create Subscription' })
  const save = dialog.getByRole('button', { name: 'Create Subscription' })
  await expect(dialog.getByLabel('Plan Name')).toHaveValue('Standard Plan')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Price per License').fill('249.50')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Number of Licenses').fill('12')
  await expect(dialog.getByLabel('Monthly total')).toHaveText('R2994.00')
  await expect(dialog.getByLabel('Billed')).toHaveValue('monthly')
  await dialog.getByLabel('Billed').selectOption('Annual')
  await expect(dialog.getByLabel('Bill the first period now')).toBeChecked()
  await dialog.getByLabel('Bill the first period now').uncheck()
  await dialog.getByRole('textbox', { name: 'Features' }).fill('reports, cad-export')
  await expectAccessible(page)
  const posted = page.waitForRequest((request) => request.method() === 'POST')
  await save.click()
  const terms = { billingType: 'annual', isFirstPeriodBilled: false, features: ['cad-export', 'reports'] }
  expect((await posted).postDataJSON()).toMatchObject(terms)
  await expect(toastOf(page)).toContainText('Subscription Created')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name })).toContainText('12')
  await menuOf(page, name).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Change Subscription', 'Edit Price', 'Suspend'])
})

test('a refused subscription says why and keeps what was entered [R-ERR-64]', async ({ page, db }) => {
  const name = unique('Refused')
  const { id } = await makeOrganization(db, { name })
  await choose(page, name, 'Create Subscription')
  const dialog = page.getByRole('dialog', { name: 'Create Subscription' })
  await dialog.getByLabel('Price per License').fill('100')
  await dialog.getByLabel('Number of Licenses').fill('5')
  await makeSubscription(db, { organizationId: id })
  await dialog.getByRole('button', { name: 'Create Subscription' }).click()
  await expect(toastOver(page)).toContainText('This organization already has a subscription.')
  await page.route('**/subscription', (route) => route.fulfill(busy))
  await dialog.getByRole('button', { name: 'Create Subscription' }).click()
  await expect(toastOver(page)).toContainText('Failed to create subscription')
  await expect(dialog.getByLabel('Price per License')).toHaveValue('100')
})

test('price and seats of a subscription are changed, never below what is in use [R-VAL-56 R-ERR-65 R-ERR-79]', async ({
  page,
  db,
}) => {
  const name = unique('Changed')
  const { id: organizationId } = await makeOrganization(db, { name })
  const { id } = await makeSubscription(db, { organizationId, licenseLimit: 12, monthlyCents: 120_000 })
  await makeLicense(db, { organizationId })
  await makeLicense(db, { organizationId })
  await choose(page, name, 'Change Subscription')
  const dialog = page.getByRole('dialog', { name: 'Change Subscription' })
  const [seats, save] = [dialog.getByLabel('Number of Licenses'), dialog.getByRole('button', { name: 'Save' })]
  await expect(dialog.getByLabel('Price per License')).toHaveValue('100.00')
  await expect(seats).toHaveValue('12')
  await expect(dialog).toContainText(
    'Minimum 2 (licenses in use). Administrators are notified by email when the number changes.',
  )
  await expectAccessible(page)
  await seats.fill('')
  await expect(save).toBeDisabled()
  await seats.fill('1')
  await save.click()
  await expect(seats).toHaveAccessibleDescription(/This organization already has 2 licenses\./)
  await page.route(`**/subscriptions/${id}`, (route) => route.fulfill(busy))
  await save.click()
  await expect(toastOver(page)).toContainText('Failed to update subscription')
  await page.unroute(`**/subscriptions/${id}`)
  await seats.fill('20')
  await dialog.getByLabel('Price per License').fill('99.95')
  await expect(dialog.getByLabel('Monthly total')).toHaveText('R1999.00')
  const sent = await sentBy(page, () => save.click())
  expect(sent).toEqual({ price: '1999.00', licenseLimit: 20, seatsFrom: 12, priceFrom: '1200.00' })
  await expect(toastOf(page)).toContainText('Subscription Updated')
  await expect(page.getByRole('row', { name })).toContainText('20')
})

test('a price that does not divide evenly stays what it is when only the plan and how often it is billed change', async ({
  page,
  db,
}) => {
  const name = unique('Uneven')
  const { id: organizationId } = await makeOrganization(db, { name })
  await makeSubscription(db, { organizationId, licenseLimit: 3, monthlyCents: 10_000 })
  await choose(page, name, 'Change Subscription')
  const dialog = page.getByRole('dialog', { name: 'Change Subscription' })
  await expect(dialog.getByLabel('Price per License')).toHaveValue('33.33')
  await dialog.getByLabel('Plan Name').fill('Gold Plan')
  await expect(dialog).toContainText('From the next invoice on.')
  await dialog.getByLabel('Billed').selectOption('Annual')
  const sent = await sentBy(page, () => dialog.getByRole('button', { name: 'Save' }).click())
  expect(sent).toEqual({ planName: 'Gold Plan', billingType: 'annual', seatsFrom: 3, priceFrom: '100.00' })
  await expect(toastOf(page)).toContainText('for R100.00 a month')
})

test('a subscription that cannot be read says so before it can be changed [R-ERR-68]', async ({ page, db }) => {
  const name = unique('Unread')
  const { id: organizationId } = await makeOrganization(db, { name })
  await makeSubscription(db, { organizationId })
  const isBilling = (url: URL) => url.pathname === organizations.billing.url.replace(':id', organizationId)
  await page.route(isBilling, (route) => route.fulfill(busy))
  await choose(page, name, 'Change Subscription')
  await expect(page.getByRole('dialog')).toContainText('Failed to fetch billing data')
})
