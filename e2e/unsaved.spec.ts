import type { Page } from '@playwright/test'
import { makeDocument } from '#demo/rows/documents.ts'
import { expect, test, toastOf, unique } from './fixtures.ts'

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

const LEAVING = 'Close without copying?'

async function fillToken(page: Page) {
  await page.goto('/team?tab=api-tokens')
  await page.getByRole('button', { name: 'New API Token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API Token' })
  await dialog.getByLabel('Name').fill('Nightly export')
  await dialog.getByLabel('Licenses: read').check()
  return dialog.getByRole('button', { name: 'Create Token' })
}

test('a new token that has not been copied is closed only after a question', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await (await fillToken(page)).click()
  const shown = page.getByRole('dialog', { name: 'API token “Nightly export”' })
  const asked = page.getByRole('alertdialog', { name: LEAVING })
  await expect(shown.getByRole('button', { name: 'Done' })).toBeFocused()
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => page.evaluate(() => window.history.back()),
  ]) {
    await close()
    await asked.getByRole('button', { name: 'Go back' }).click()
    await expect(shown.getByRole('button', { name: 'Done' })).toBeFocused()
  }
  await shown.getByRole('button', { name: 'Copy API token' }).click()
  await expect(shown.getByRole('button', { name: 'Copy API token' }).locator('.lucide-check')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await expect(asked).toHaveCount(0)
})

test('a double click on Create Token does not close the token', async ({ page, signIn }) => {
  await signIn()
  const create = await fillToken(page)
  await create.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await create.boundingBox())!
  await create.click()
  await expect(page.getByRole('dialog', { name: 'API token “Nightly export”' })).toBeVisible()
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(page.getByRole('alertdialog', { name: LEAVING })).toBeVisible()
})

test('a double click on Create Key does not press Done, which appears below the pointer', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/licenses?add=enrollment-key')
  await page.getByRole('dialog').getByLabel('Name').fill('Warehouse')
  await page.getByRole('button', { name: 'Create Key' }).click()
  const done = page.getByRole('dialog', { name: 'Enrollment key “Warehouse”' }).getByRole('button', { name: 'Done' })
  await expect(done).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(done).toBeFocused()
  await done.click()
  await expect(done).toHaveCount(0)
})

test('a double click on a button that opens a dialog leaves it open, and a click beside it closes it', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/licenses')
  const open = page.getByRole('button', { name: 'Create License' })
  const { x, y } = (await open.boundingBox())!
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Create License' })
  await expect(dialog).toBeVisible()
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(dialog).toBeVisible()
  await page.mouse.click(x + 5, y + 5)
  await expect(dialog).toHaveCount(0)
})

test('a double click on Delete does not press the Delete that appears below the pointer', async ({
  page,
  db,
  signIn,
}) => {
  const tag = unique('Scanner')
  await makeDocument(db, { title: tag, tags: [tag] })
  await signIn({ role: 'agent' })
  await page.goto(`/support?tab=documentation&tag=${encodeURIComponent(tag)}`)
  await page.getByRole('button', { name: `Delete ${tag}` }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })
  const { x, y } = (await confirm.boundingBox())!
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(confirm).toHaveText('Delete')
  await confirm.dblclick()
  await expect(toastOf(page)).toContainText('Document deleted')
})

test('a double click on a button that removes a line leaves the next line', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.goto('/admin/files?notes=new')
  const dialog = page.getByRole('dialog', { name: 'Create Release Notes' })
  for (const text of ['Faster start', 'Dark theme', 'Larger fonts']) {
    await dialog.getByRole('button', { name: 'Add to New Features' }).click()
    await page.keyboard.type(text)
  }
  const remove = dialog.getByRole('button', { name: 'Remove New Features 1' })
  await remove.dblclick()
  await expect(dialog.getByLabel('New Features 1', { exact: true })).toHaveValue('Dark theme')
  await expect(dialog.getByLabel('New Features 2', { exact: true })).toHaveValue('Larger fonts')
  await remove.click()
  await expect(dialog.getByLabel('New Features 1', { exact: true })).toHaveValue('Larger fonts')
})
