import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, dialog, makeForeign, messages, open } from './ticket-dialog.ts'

/** Drops a file of the disk in the middle of a part of the page. Returns what the browser does with it there. */
async function dropping(page: Page, file: string) {
  const devtools = await page.context().newCDPSession(page)
  const effects = await page.evaluateHandle(() => {
    const seen: string[] = []
    window.addEventListener('dragover', ({ dataTransfer }) => seen.unshift(dataTransfer!.dropEffect))
    return seen
  })
  return async (place: Locator) => {
    await place.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await place.boundingBox())!
    const data = { items: [], files: [file], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data })
    return effects.evaluate(([last]) => last)
  }
}

test('a file dropped beside a reply does nothing, and one dropped on it is attached', async ({ page, signIn, db }) => {
  const file = test.info().outputPath('crash.txt')
  await writeFile(file, 'It stopped.')
  await signIn({ role: 'agent' })
  await open(page, (await makeForeign(db)).ticket.id)
  await button(page, 'Reply').click()
  const text = dialog(page).getByLabel('Reply to customer')
  await text.fill('We look at it.')
  const drop = await dropping(page, file)
  expect(await drop(messages(page))).toBe('none')
  expect(await drop(text)).toBe('copy')
  await expect(dialog(page).getByText('crash.txt')).toHaveCount(1)
  await expect(text).toHaveValue('We look at it.')
})

test('a file dropped beside its box does nothing, and one dropped on it is chosen', async ({ page, signIn }) => {
  const file = test.info().outputPath('march.pdf')
  await writeFile(file, '%PDF-1.7')
  await signIn({ role: 'admin' })
  await page.goto('/admin/billing')
  await page.getByRole('button', { name: 'Upload Invoice', exact: true }).click()
  const upload = page.getByRole('dialog', { name: 'Upload Invoice' })
  await upload.getByLabel('Notes').fill('March')
  const drop = await dropping(page, file)
  expect(await drop(upload.getByLabel('Notes'))).toBe('none')
  expect(await drop(upload.locator('input[type=file]'))).toBe('copy')
  await expect(upload.getByText('march.pdf')).toBeVisible()
  await expect(upload.getByLabel('Notes')).toHaveValue('March')
})
