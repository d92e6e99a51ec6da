import type { Page } from '@playwright/test'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOver } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Why doesn’t it work?' })
const failed = (page: Page) =>
  dialog(page).getByRole('list', { name: 'Problems' }).getByRole('listitem').filter({ hasText: 'Failed:' })

test('a revoked license says so, is restored from there, and is judged again', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn({ role: 'customer' })
  const { id } = await makeLicense(db, { organizationId, label: 'Front desk', status: 'revoked' })
  await page.goto('/licenses')
  await page.getByRole('button', { name: 'Actions for Front desk' }).click()
  await page.getByRole('menuitem', { name: 'Why doesn’t it work?' }).click()
  await expect(page).toHaveURL(`/licenses?diagnose=${id}`)
  await expect(dialog(page).getByRole('alert')).toContainText('This license has been revoked.')
  await expect(failed(page)).toHaveCount(1)
  await dialog(page)
    .getByText(/checks passed, \d+ not run/)
    .click()
  const others = dialog(page).getByRole('list', { name: 'Other checks' }).getByRole('listitem')
  await expect(others.filter({ hasText: 'Not checked:' }).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await failed(page).getByRole('button', { name: 'Restore' }).click()
  const restoring = page.getByRole('alertdialog', { name: 'Restore “Front desk”?' })
  await expect(restoring).toContainText('The license becomes free for any device.')
  await restoring.getByRole('button', { name: 'Restore' }).click()
  await expect(toastOver(page)).toContainText('License updated')
  await expect(dialog(page).getByRole('alert')).toContainText('not activated on this device yet')
  await dialog(page).getByRole('link', { name: 'Ask support' }).click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('“Front desk” does not work (NOT_ACTIVATED)')
})

test('another device sees what prevents activation, and the license moves from there', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const deviceFingerprint = crypto.randomUUID().toUpperCase()
  const { id } = await makeActiveLicense(db, { organizationId, label: 'Front desk', deviceFingerprint })
  await page.goto(`/licenses?diagnose=${id}`)
  await expect(dialog(page).getByLabel('Device UUID')).toHaveValue(deviceFingerprint)
  await expect(dialog(page)).toContainText('This license is valid on this device.')
  await expect(failed(page)).toHaveCount(0)
  await dialog(page).getByLabel('Device UUID').fill(crypto.randomUUID())
  await page.keyboard.press('Enter')
  await failed(page).getByRole('button', { name: 'Move to another PC' }).click()
  const move = page.getByRole('dialog', { name: 'Move “Front desk” to another PC?' })
  await move.getByRole('button', { name: 'Move to another PC' }).click()
  await expect(move).toHaveCount(0)
  await expect(dialog(page).getByRole('alert')).toContainText('not activated on this device yet')
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/licenses')
})

test('the vendor’s support opens the link it was sent; another organization finds nothing there', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId, label: 'Front desk', status: 'revoked' })
  await signIn({ role: 'agent' })
  await page.goto(`/licenses?diagnose=${id}`)
  await expect(dialog(page)).toHaveAccessibleDescription(/“Front desk”/)
  await expect(failed(page)).toHaveCount(1)
  await expect(dialog(page).getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await expect(dialog(page).getByRole('link', { name: 'Ask support' })).toHaveCount(0)
  await signIn({ role: 'customer' })
  await page.goto(`/licenses?diagnose=${id}`)
  await expect(dialog(page)).toContainText('Couldn’t check this license. It may have been deleted.')
})
