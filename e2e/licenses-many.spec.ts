import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { licenseRow, makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { chooseOrganization } from './choose-organization.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, rowOf, test, toastOf, unique } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const usage = (page: Page) => page.getByRole('region', { name: 'License Usage' })

test('many licenses are created at once, numbered, and the dialog says how many fit', async ({ page, signIn }) => {
  await signIn({ licenseLimit: 15 })
  await page.goto('/licenses?create=1')
  await expect(dialog(page).getByLabel('How many')).toHaveValue('1')
  await expect(dialog(page)).toContainText('15 seats available')
  await dialog(page).getByLabel('Label').fill('Lab PC')
  await dialog(page).getByLabel('How many').fill('16')
  await expect(dialog(page)).toContainText('Lab PC 01 to Lab PC 16. Write {n} where the number belongs.')
  await dialog(page).getByRole('button', { name: 'Create 16 licenses' }).click()
  await expect(toastOf(page)).toContainText('Your plan has 15 seats available.')
  await dialog(page).getByLabel('How many').fill('0')
  await dialog(page).getByRole('button', { name: 'Create License' }).click()
  await expect(dialog(page).getByLabel('How many')).toHaveAccessibleDescription(/Enter a whole number from 1 to 500/)
  await dialog(page).getByLabel('How many').fill('12')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog(page).getByRole('button', { name: 'Create 12 licenses' }).click()
  await expect(toastOf(page)).toContainText('12 licenses created')
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, 'Lab PC 12')).toContainText('Unassigned')
  await expect(rowOf(page, 'Lab PC 01')).toBeVisible()
  await expect(usage(page)).toContainText('12 of 15')
})

test('a shadow beside the actions says that the table continues below them', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeActiveLicense(db, { organizationId, label: 'Wide' })
  await page.setViewportSize({ width: 700, height: 700 })
  await page.goto('/licenses')
  const actions = rowOf(page, 'Wide').getByRole('cell').last()
  const isShadowed = () => actions.evaluate((cell) => getComputedStyle(cell, '::before').content !== 'none')
  await expect.poll(isShadowed).toBe(true)
  await actions.evaluate((cell) => cell.closest('[data-scroll-box]')?.scrollTo({ left: 10_000 }))
  await expect.poll(isShadowed).toBe(false)
  await page.setViewportSize({ width: 1900, height: 700 })
  await expect.poll(isShadowed).toBe(false)
})

test('columns stay as wide as their widest rows were while other rows are shown', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 100 })
  const rows = Array.from({ length: 90 }, (_, index) => {
    const status = index === 45 ? 'unassigned' : 'revoked'
    return licenseRow({ organizationId, label: `PC ${index + 10}`, status })
  })
  await db.insert(licenses).values(rows)
  await page.goto('/licenses?sort=label')
  const table = page.getByRole('table', { name: 'List of Your Licenses' })
  const widths = () =>
    table.locator('th').evaluateAll((heads: HTMLElement[]) => heads.map(({ offsetWidth }) => offsetWidth))
  const scrollTo = (top: number) => table.evaluate((element, to) => element.parentElement!.scrollTo(0, to), top)
  await expect(rowOf(page, 'PC 10')).toBeVisible()
  const first = await widths()
  await scrollTo(45 * 45)
  await expect(rowOf(page, 'PC 55')).toBeVisible()
  await expect.poll(widths).not.toEqual(first)
  const widest = await widths()
  await scrollTo(0)
  await expect(rowOf(page, 'PC 10')).toBeVisible()
  await expect(rowOf(page, 'PC 55')).toHaveCount(0)
  expect(await widths()).toEqual(widest)
  await page.setViewportSize({ width: 900, height: 700 })
  await expectNoSidewaysScroll(page)
})

test('an admin creates many for the organization it chooses', async ({ page, signIn, db }) => {
  await signIn({ role: 'admin' })
  const { id, name } = await makeOrganization(db, { name: unique('Chosen') })
  await makeSubscription(db, { organizationId: id, licenseLimit: 3 })
  await page.goto(`/licenses?search=${name.slice(7)}&create=1`)
  await chooseOrganization(page, name, dialog(page))
  await dialog(page).getByLabel('Label').fill(`${name} {n}`)
  await dialog(page).getByLabel('How many').fill('3')
  await dialog(page).getByRole('button', { name: 'Create 3 licenses' }).click()
  await expect(rowOf(page, `${name} 3`)).toContainText('Unassigned')
  expect(await db.$count(licenses, eq(licenses.organizationId, id))).toBe(3)
})
