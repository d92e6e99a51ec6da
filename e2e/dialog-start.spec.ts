import { expect, test } from './fixtures.ts'
import { hold } from './held.ts'

test('a dialog whose first fields cannot be used yet starts at the next one, and keeps the focus', async ({
  page,
  signIn,
}) => {
  await signIn()
  const letGo = await hold(page, '**/api/dashboard')
  await page.goto('/licenses')
  await page.getByRole('button', { name: 'Upgrade Plan' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Request License Change' })
  await expect(dialog.getByLabel('More licenses')).toBeDisabled()
  await expect(dialog.getByLabel('Additional licenses')).toBeFocused()
  letGo()
  await expect(dialog.getByLabel('More licenses')).toBeEnabled()
  await expect(dialog.getByLabel('Additional licenses')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByLabel('More licenses')).toBeFocused()
})
