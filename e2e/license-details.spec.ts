import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeActiveLicense, makeCheckIn, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { deviceMoves } from '#server/database/schema/licensing/licenses.ts'
import { chooseOrganization, organizationChoice } from './choose-organization.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, rowOf, test, toastOf, unique } from './fixtures.ts'

const drawer = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('a click on a row opens the license with its key, its device and when that was seen', async ({
  page,
  context,
  signIn,
  db,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { organizationId } = await signIn()
  const { id, licenseKey } = await makeActiveLicense(db, { organizationId, label: 'Front desk', deviceName: 'PC-7' })
  await makeCheckIn(db, {
    organizationId,
    licenseId: id,
    lastCheckIn: daysAgo(0),
    appVersion: '4.3.0',
    days: 0b1011n,
    versions: [`4.3.0\n${daysAgo(1)}`, `4.2.1\n${daysAgo(3)}`],
  })
  await page.goto('/licenses')
  await rowOf(page, 'Front desk').getByText('Paid').click()
  await expect(page).toHaveURL(`/licenses?license=${id}`)
  await expect(drawer(page)).toHaveAccessibleName('Front desk')
  await expect(drawer(page)).not.toContainText(licenseKey)
  await button(page, 'Show key').click()
  await expect(drawer(page)).toContainText(licenseKey)
  await drawer(page).getByRole('button', { name: 'Copy key of Front desk' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(licenseKey)
  for (const fact of ['PC-7', 'Checked in on 3 of the last 60 days', 'Versions seen', '4.2.1'])
    await expect(drawer(page)).toContainText(fact)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/licenses')
})

test('every action is in the drawer, and it shows what they changed', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { id } = await makeActiveLicense(db, { organizationId, label: 'Front desk', deviceName: 'PC-7' })
  await page.goto(`/licenses?license=${id}`)
  await button(page, 'Revoke').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(drawer(page)).toContainText('Revoked')
  await button(page, 'Restore').click()
  await page.getByRole('alertdialog').getByRole('checkbox', { name: 'Reserve it for PC-7' }).check()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(button(page, 'Edit UUID')).toBeVisible()
  await expect(drawer(page).getByRole('list', { name: 'Events' }).getByRole('listitem').first()).toContainText(
    'Assigned',
  )
})

test('a license says what its device and its moves are now, also after a reset', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId, movesResetAt: daysAgo(0) })
  await db.insert(deviceMoves).values({ organizationId, licenseId: id, movedAt: daysAgo(1) })
  await page.goto(`/licenses?license=${id}`)
  await expect(drawer(page)).toContainText('No device. The first device that activates the key gets the license.')
  await expect(drawer(page)).toContainText('0 of 3 moves to another device used. A move counts for 30 days.')
  const revoked = await makeLicense(db, { organizationId, status: 'revoked' })
  await page.goto(`/licenses?license=${revoked.id}`)
  await expect(drawer(page)).toContainText('No device.')
  await expect(drawer(page)).not.toContainText('The first device')
})

test('the focus stays in the row whose button is gone', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeActiveLicense(db, { organizationId, label: 'Front desk', deviceName: 'PC-7', status: 'revoked' })
  await page.goto('/licenses')
  await button(page, 'Restore Front desk').press('Enter')
  await page.getByRole('alertdialog').getByRole('checkbox', { name: 'Reserve it for PC-7' }).check()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(rowOf(page, 'Front desk')).toContainText('Assigned')
  await expect(page.getByRole('link', { name: 'Front desk' })).toBeFocused()
})

test('licenses are tagged one by one and many at once, and a tag lists its licenses', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  for (const label of ['PC 1', 'PC 2', 'PC 3']) await makeLicense(db, { organizationId, label })
  await page.goto('/licenses?sort=label')
  for (const label of ['PC 1', 'PC 2']) await page.getByRole('checkbox', { name: `Select ${label}` }).check()
  await button(page, 'Tag 2').click()
  await drawer(page).getByLabel('Tag', { exact: true }).fill('Durban')
  await expectAccessible(page)
  await drawer(page).getByRole('button', { name: 'Add tag' }).click()
  await expect(toastOf(page)).toContainText('Tags of 2 licenses changed')
  const chip = page.getByRole('list', { name: 'Quick filters' }).getByRole('button')
  await expect(chip).toHaveText('Durban2')
  await chip.click()
  await expect(page.locator('tr[data-row]')).toHaveCount(2)
  await page.getByRole('link', { name: 'PC 1' }).click()
  await button(page, 'Remove tag Durban').press('Enter')
  await expect(drawer(page).getByRole('list', { name: 'Tags' })).not.toContainText('Durban')
  await expect(button(page, 'Add tag')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('tr[data-row]')).toHaveCount(1)
})

test('a pasted list of devices is assigned with a result for each, and what failed is corrected', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 30 })
  for (let index = 1; index <= 20; index += 1)
    await makeLicense(db, { organizationId, label: `PC ${String(index).padStart(2, '0')}` })
  await page.goto('/licenses?sort=label')
  await button(page, 'Assign devices').click()
  const list = drawer(page).getByRole('textbox', { name: 'Devices' })
  const uuids = Array.from({ length: 20 }, () => randomUUID().toUpperCase())
  await list.fill(['UUID,Label', ...uuids.map((uuid, index) => (index === 4 ? `${uuid},Nowhere` : uuid))].join('\n'))
  await expectAccessible(page)
  await button(page, 'Assign 20 devices').click()
  await expect(drawer(page)).toHaveAccessibleDescription('Assigned a license to 19 of 20 devices.')
  const results = drawer(page).getByRole('listitem')
  await expect(results).toHaveCount(20)
  await expect(results.nth(0)).toContainText('PC 01')
  await expect(results.nth(4)).toContainText('No unassigned license has this label.')
  await button(page, 'Correct 1').click()
  await expect(list).toHaveValue(`${uuids[4]},Nowhere`)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await list.fill(`${uuids[4]},${'x'.repeat(121)}`)
  await button(page, 'Assign').click()
  await expect(drawer(page).getByText('Device 1: Must be at most 120 characters')).toBeVisible()
  await list.fill(uuids[4] ?? '')
  await button(page, 'Assign').click()
  await expect(drawer(page)).toHaveAccessibleDescription('Assigned a license to 1 of 1 device.')
  await button(page, 'Done').click()
  await expect(page.getByRole('cell', { name: 'Assigned' })).toHaveCount(20)
})

test('a CSV file adds its devices to the lines that were typed', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/licenses')
  await button(page, 'Assign devices').click()
  const [first, second] = [randomUUID().toUpperCase(), randomUUID().toUpperCase()]
  const list = drawer(page).getByRole('textbox', { name: 'Devices' })
  const buffer = Buffer.from(`Label;UUID\r\nBoardroom;${second}\r\n`)
  const choose = () =>
    drawer(page).getByLabel('CSV file').setInputFiles({ name: 'devices.csv', mimeType: 'text/csv', buffer })
  await choose()
  await expect(list).toHaveValue(`Label;UUID\r\nBoardroom;${second}\r\n`.replaceAll('\r', ''))
  await list.fill(`${first}\n`)
  await choose()
  await expect(list).toHaveValue(`${first}\n${second},Boardroom`)
  await expect(button(page, 'Assign 2 devices')).toBeEnabled()
  await choose()
  await expect(drawer(page).getByRole('status')).toHaveText('Not added again: 1 device already in the list.')
  await expect(list).toHaveValue(`${first}\n${second},Boardroom`)
})

test('columns are chosen and remembered, and j, k, x and Enter work the list', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  for (const label of ['PC 1', 'PC 2']) await makeLicense(db, { organizationId, label })
  await page.goto('/licenses?sort=label')
  await button(page, 'Columns').click()
  await page.getByRole('menuitemcheckbox', { name: 'Version' }).click()
  await button(page, 'Columns').click()
  await page.getByRole('menuitemcheckbox', { name: 'Billing' }).click()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Version' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Billing' })).toHaveCount(0)

  await expect(rowOf(page, 'PC 2')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'PC 1' })).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: 'Select PC 2' })).toBeChecked()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toHaveAccessibleName('PC 1')
})

test('an administrator sees nine licenses with whole names on the first screen', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 30 })
  for (let index = 1; index <= 12; index += 1)
    await makeActiveLicense(db, { organizationId, label: `Dispatch workstation ${index}`, tags: ['Durban'] })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/licenses')
  const names = page.locator('tr[data-row] [data-open]')
  await expect(names).toHaveCount(12)
  const seen = await names.evaluateAll(
    (links) =>
      links.filter(
        (link) => link.getBoundingClientRect().bottom < window.innerHeight && link.scrollWidth <= link.clientWidth,
      ).length,
  )
  expect(seen).toBeGreaterThanOrEqual(9)
})

test('an admin who corrects a list of devices keeps its organization', async ({ page, signIn, db }) => {
  await signIn({ role: 'admin' })
  const { id: organizationId, name } = await makeOrganization(db, { name: unique('Chosen') })
  await makeLicense(db, { organizationId, label: 'PC 1' })
  await page.goto('/licenses')
  await button(page, 'Assign devices').click()
  await chooseOrganization(page, name, drawer(page))
  await drawer(page).getByRole('textbox', { name: 'Devices' }).fill(`${randomUUID()},Nowhere`)
  await button(page, 'Assign').click()
  await button(page, 'Correct 1').click()
  await expect(organizationChoice(page)).toHaveText(name)
})
