import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatDate } from '#contract/dates.ts'
import { DEVICE_TAKEN } from '#contract/licensing/changes.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const uuid = (page: Page) => dialog(page).getByLabel('Device UUID')
const make = (page: Page) => dialog(page).getByRole('button', { name: 'Create file' })
const inDays = (days: number) => formatDate(new Date(Date.now() + days * 24 * 60 * 60 * 1000))

async function openFor(page: Page, label: string) {
  await page.getByRole('button', { name: `Actions for ${label}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Offline file…' }).click()
  await expect(make(page)).toBeVisible()
}

test('an organization’s admin makes a license file for a computer without internet', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn()
  const deviceFingerprint = crypto.randomUUID().toUpperCase()
  await makeLicense(db, { organizationId, label: 'Server room' })
  await page.goto('/licenses')
  await openFor(page, 'Server room')
  await expect(uuid(page)).toBeFocused()
  await uuid(page).fill(deviceFingerprint)
  await dialog(page).getByLabel('Computer’s name').fill('VAULT-1')
  const days = dialog(page).getByLabel('Days')
  await expect(days).toHaveValue('30')
  await days.fill('366')
  await make(page).click()
  await expect(days).toHaveAccessibleDescription('Days must be a whole number from 1 to 365')
  await days.fill('90')
  await expect(days).toHaveAccessibleDescription(
    `The application warns from ${inDays(90)} and works until ${inDays(97)}.`,
  )
  await expectAccessible(page)
  const started = page.waitForEvent('download')
  await make(page).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('Server room.lic')
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^-----BEGIN LICENSE FILE-----/)
  await expect(toastOf(page)).toContainText('License file saved')
  for (const fact of ['VAULT-1', deviceFingerprint, inDays(97), inDays(90)]) {
    await expect(dialog(page)).toContainText(fact)
  }
  await expect(dialog(page).getByRole('button', { name: 'Copy text of the file' })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: 'Server room' })
  await expect(row).toContainText('Assigned')
  await expect(row).toContainText(`Offline until ${inDays(97)}`)

  await openFor(page, 'Server room')
  await expect(uuid(page)).toHaveValue(deviceFingerprint)
  await expect(uuid(page)).not.toBeEditable()
})

test('the dialog says why there is no file', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const deviceFingerprint = crypto.randomUUID()
  await makeLicense(db, { organizationId, label: 'Taken', deviceFingerprint })
  await makeLicense(db, { organizationId, label: 'Free' })
  await makeLicense(db, { organizationId, label: 'Revoked', status: 'revoked' })
  await page.goto('/licenses')
  await openFor(page, 'Free')
  await uuid(page).fill(deviceFingerprint)
  await make(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(DEVICE_TAKEN)
  await uuid(page).fill('00000000-0000-0000-0000-000000000000')
  await make(page).click()
  await expect(dialog(page)).toContainText('This UUID is a placeholder')
  await page.reload()
  await page.getByRole('button', { name: 'Actions for Revoked' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Details', 'Why doesn’t it work?', 'History'])
})
