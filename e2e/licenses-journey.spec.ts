import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { licenseRow, makeActiveLicense, makeCheckIn } from '#demo/rows/licenses.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { expect, test, toastOf } from './fixtures.ts'

const LICENSES = 375

const drawer = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const rows = (page: Page) => page.locator('tr[data-row]')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search licenses' })
const usage = (page: Page) => page.getByRole('region', { name: 'License Usage' })

const now = new Date().toISOString()

test('an administrator works with hundreds of licenses: finds, moves, revokes, assigns, creates and tags', async ({
  page,
  signIn,
  db,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 800 })
  const { organizationId } = await signIn({ licenseLimit: 500 })
  const { id, licenseKey } = await makeActiveLicense(db, {
    organizationId,
    label: 'Control room',
    deviceName: 'PC-CTRL',
  })
  await makeCheckIn(db, {
    organizationId,
    licenseId: id,
    lastCheckIn: now,
    appVersion: '4.3.0',
    versions: [`4.3.0\n${now}`],
  })
  const { id: movingId } = await makeActiveLicense(db, { organizationId, label: 'Dispatch', deviceName: 'PC-OLD' })
  const others = Array.from({ length: LICENSES - 2 }, (_, index) => `Workstation ${String(index + 1).padStart(3, '0')}`)
  await db.insert(licenses).values(others.map((label) => licenseRow({ organizationId, label })))

  await page.goto('/licenses?sort=label')
  await expect(usage(page)).toContainText('375 of 500')
  await expect(page.getByText('375 licenses')).toBeVisible()
  const box = page.getByRole('region', { name: 'List of Your Licenses' })
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rows(page).filter({ hasText: 'Workstation 373' })).toBeVisible({ timeout: 250 })
  }).toPass()
  expect(await rows(page).count()).toBeLessThanOrEqual(60)

  // One license: its key, its device, another PC, and back to the first.
  await search(page).fill('pc-ctrl')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Control room' }).press('Enter')
  await button(page, 'Show key').click()
  for (const fact of [licenseKey, 'PC-CTRL', 'Checked in on 1 of the last 60 days', '4.3.0'])
    await expect(drawer(page)).toContainText(fact)
  await button(page, 'Revoke').click()
  await question(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(toastOf(page)).toContainText('Control room revoked')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toContainText('Control room restored, reserved for its device')
  await page.goto(`/licenses?license=${id}`)
  await expect(drawer(page)).toContainText('Assigned')

  await page.goto(`/licenses?license=${movingId}`)
  await button(page, 'Move to another PC').click()
  await drawer(page).filter({ hasText: 'moves used' }).getByRole('button', { name: 'Move to another PC' }).click()
  await expect(toastOf(page)).toContainText('“Dispatch” is free')
  await page.goto('/licenses?sort=label')

  // Twenty devices at once, then fifty licenses.
  await button(page, 'Assign devices').click()
  const devices = Array.from({ length: 20 }, () => randomUUID().toUpperCase())
  await drawer(page).getByRole('textbox', { name: 'Devices' }).fill(devices.join('\n'))
  await button(page, 'Assign 20 devices').click()
  await expect(drawer(page)).toHaveAccessibleDescription('Assigned a license to 20 of 20 devices.')
  await button(page, 'Done').click()
  await button(page, 'Create License').click()
  await drawer(page).getByLabel('Label').fill('Training room')
  await drawer(page).getByLabel('How many').fill('50')
  await drawer(page).getByRole('button', { name: 'Create 50 licenses' }).click()
  await expect(toastOf(page)).toContainText('50 licenses created')
  await expect(usage(page)).toContainText('425 of 500')

  // The new ones get a tag, which lists them.
  await search(page).fill('training room')
  await expect(rows(page)).toHaveCount(50)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, 'Tag 50').click()
  await drawer(page).getByLabel('Tag', { exact: true }).fill('Training')
  await drawer(page).getByRole('button', { name: 'Add tag' }).click()
  await expect(toastOf(page)).toContainText('Tags of 50 licenses changed')
  await search(page).fill('')
  await page.getByRole('list', { name: 'Quick filters' }).getByRole('button', { name: 'Training' }).click()
  await expect(rows(page)).toHaveCount(50)
})
