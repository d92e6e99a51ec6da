import type { Page } from '@playwright/test'
import { licenseRow, makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { expect, rowOf, test } from './fixtures.ts'

const rows = (page: Page) => page.locator('tr[data-row]')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search licenses' })

test('search finds label, key and device name, whatever the case [R-LIC-08 R-LIC-09 R-LIC-10 R-LIC-11]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const spare = await makeLicense(db, { organizationId, label: 'Spare laptop' })
  await makeActiveLicense(db, { organizationId, label: 'Front desk', deviceName: 'RECEPTION-01' })
  await page.goto('/licenses')
  await expect(rows(page)).toHaveCount(2)
  const finds: [typed: string, label: string][] = [
    ['SPARE lap', 'Spare laptop'],
    ['reception', 'Front desk'],
    [spare.licenseKey.toLowerCase(), 'Spare laptop'],
  ]
  for (const [typed, label] of finds) {
    await search(page).fill(typed)
    await expect(rows(page)).toHaveCount(1)
    await expect(rowOf(page, label)).toBeVisible()
  }
})

test('the two empty states, and the way out of the second [R-LIC-31 R-LIC-32]', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await page.goto('/licenses')
  await expect(page.getByText('No licenses found. Create your first license to get started.')).toBeVisible()
  await makeLicense(db, { organizationId, label: 'Spare' })
  await page.reload()
  await expect(rowOf(page, 'Spare')).toBeVisible()
  const place = await page.locator('[aria-live=polite]:empty').first().elementHandle()
  await search(page).fill('nothing like it')
  await expect(page.getByText('No licenses found matching your search.')).toBeVisible()
  // The place was there before, so a screen reader reads it.
  expect(await place?.textContent()).toContain('No licenses found matching your search.')
  await page.getByRole('button', { name: 'Clear search and filter' }).click()
  await expect(rowOf(page, 'Spare')).toBeVisible()
  await expect(search(page)).toHaveValue('')
})

test('search, status and sort are in the address: reload and back keep them', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  for (const label of ['Alpha', 'Beta', 'Gamma']) await makeLicense(db, { organizationId, label: `${label} PC` })
  await makeActiveLicense(db, { organizationId, label: 'Delta PC' })
  await page.goto('/licenses')
  await search(page).fill('pc')
  await expect(page).toHaveURL(/search=pc/)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Unassigned')
  await page.getByRole('button', { name: 'License', exact: true }).click()
  await expect(rows(page)).toHaveText([/^Alpha/, /^Beta/, /^Gamma/])
  await page.getByRole('button', { name: 'License', exact: true }).click()
  await expect(rows(page)).toHaveText([/^Gamma/, /^Beta/, /^Alpha/])
  await expect(page.getByRole('columnheader', { name: 'License', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.reload()
  await expect(rows(page)).toHaveText([/^Gamma/, /^Beta/, /^Alpha/])
  await page.getByRole('link', { name: 'Billing' }).click()
  await expect(page).toHaveURL('/billing')
  await page.goBack()
  await expect(search(page)).toHaveValue('pc')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('unassigned')
  await expect(rows(page)).toHaveText([/^Gamma/, /^Beta/, /^Alpha/])
})

test('values the list does not know count as none', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Spare' })
  await page.goto('/licenses?status=lost&sort=price')
  await expect(rowOf(page, 'Spare')).toBeVisible()
})

test('a list longer than one page draws what is in sight and loads the rest while scrolling', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 1000 })
  const labels = Array.from({ length: 450 }, (_, index) => `PC ${String(index).padStart(3, '0')}`)
  await db.insert(licenses).values(labels.map((label) => licenseRow({ organizationId, label })))
  await page.goto('/licenses?sort=label')
  await expect(rowOf(page, 'PC 000')).toBeVisible()
  await expect(page.getByText('450 licenses')).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(100)
  const box = page.getByRole('region', { name: 'List of Your Licenses' })
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rowOf(page, 'PC 449')).toBeVisible({ timeout: 250 })
  }).toPass()
  await search(page).fill('PC 00')
  await expect(rows(page)).toHaveCount(10)
  expect(await box.evaluate((element) => element.scrollTop)).toBe(0)
})

test('while a new search is on its way the last rows stay', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Spare' })
  await page.goto('/licenses')
  await expect(rowOf(page, 'Spare')).toBeVisible()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/licenses?search=zebra**', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/licenses?search=zebra**')
  await search(page).fill('zebra')
  await asked
  await expect(rowOf(page, 'Spare')).toBeVisible()
  letGo()
  await expect(page.getByText('No licenses found matching your search.')).toBeVisible()
})

test('a list that cannot be loaded says so and tries again', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Spare' })
  const list = '**/api/licenses?**'
  await page.route(list, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/licenses')
  await expect(page.getByRole('alert')).toContainText('Failed to load the licenses')
  await page.unroute(list)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, 'Spare')).toBeVisible()
})
