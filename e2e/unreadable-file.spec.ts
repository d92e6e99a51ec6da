import type { Locator, Page } from '@playwright/test'
import { rm, writeFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'

const UNREADABLE = 'The file could not be read. Check that it is still there, and choose it again.'

/** Chooses a file that is deleted before the page hears of the choice. */
async function chooseDeleted(input: Locator, file: string) {
  await writeFile(file, 'Front desk')
  await input.evaluate((node) =>
    node.parentElement?.addEventListener('change', (event) => event.stopPropagation(), { capture: true, once: true }),
  )
  await input.setInputFiles(file)
  await rm(file)
  await input.dispatchEvent('change')
}

const alert = (page: Page) => page.getByRole('alert')

test('a list of devices that is gone says so, and can be chosen again', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/licenses')
  await page.getByRole('button', { name: 'Assign devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign devices' })
  const input = dialog.getByLabel('Add devices from a CSV file')
  await dialog.getByLabel('Devices', { exact: true }).fill('typed')
  await chooseDeleted(input, test.info().outputPath('devices.csv'))
  await expect(alert(page)).toHaveText(UNREADABLE)
  await expect(dialog.getByLabel('Devices', { exact: true })).toHaveValue('typed')
  const device = crypto.randomUUID()
  await input.setInputFiles({ name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(device) })
  await expect(dialog.getByLabel('Devices', { exact: true })).toHaveValue(`typed\n${device}`)
  await expect(alert(page)).toHaveCount(0)
})

test('a request file that is gone says so', async ({ page }) => {
  await page.goto('/offline')
  await chooseDeleted(page.getByLabel('Request file'), test.info().outputPath('request.txt'))
  await expect(alert(page)).toHaveText(UNREADABLE)
})
