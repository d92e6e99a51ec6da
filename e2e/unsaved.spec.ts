import { expect, test } from './fixtures.ts'

test('the browser asks before it reloads a page with a document that is being written', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/support?tab=documentation')
  await page.getByRole('button', { name: 'New Document' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Document' })
  await dialog.getByLabel('Content').pressSequentially('How to install')
  const question = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  const asked = await question
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await expect(dialog.getByLabel('Content')).toHaveValue('How to install')

  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  await page.waitForEvent('load')
})

test('Back asks before it discards the input of a dialog, and closes one without input', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.goto('/admin/billing')
  const open = page.getByRole('button', { name: 'New Invoice' })
  const dialog = page.getByRole('dialog', { name: 'New Invoice' })
  await open.click()
  await expect(dialog.getByLabel('Description 1')).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)

  await open.click()
  await dialog.getByLabel('Description 1').pressSequentially('Consulting in March')
  await page.evaluate(() => window.history.back())
  const asked = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Description 1')).toHaveValue('Consulting in March')
  await page.evaluate(() => window.history.back())
  await asked.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/admin/billing')
})
