import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

declare global {
  interface Window {
    finishReading: () => Promise<unknown>
  }
}

/** Files whose name starts with 'slow' are read when the returned function is called, as from a network drive. */
async function readSlowly(page: Page) {
  await page.addInitScript(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const reads: Promise<unknown>[] = []
    for (const way of ['text', 'arrayBuffer'] as const) {
      const read = Blob.prototype[way] as () => Promise<unknown>
      const readLater = async (file: Blob) => {
        if (file instanceof File && file.name.startsWith('slow')) await promise
        return read.call(file)
      }
      Blob.prototype[way] = function (this: Blob) {
        const result = readLater(this)
        reads.push(result)
        return result as Promise<never>
      }
    }
    window.finishReading = async () => {
      resolve()
      await Promise.all(reads)
      await new Promise(requestAnimationFrame)
    }
  })
  return () => page.evaluate(() => window.finishReading())
}

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('devices typed while a file is read stay in the list', async ({ page, signIn }) => {
  const finishReading = await readSlowly(page)
  await signIn()
  await page.goto('/licenses')
  await page.getByRole('button', { name: 'Assign devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign devices' })
  const devices = dialog.getByLabel('Devices', { exact: true })
  const [typed, read] = [crypto.randomUUID(), crypto.randomUUID()]
  await dialog.getByLabel('Add devices from a CSV file').setInputFiles(fileOf('slow.csv', read))
  await devices.fill(typed)
  await finishReading()
  await expect(devices).toHaveValue(`${typed}\n${read}`)
})

test('the request of the file chosen last is shown, however long an earlier one takes to read', async ({ page }) => {
  const finishReading = await readSlowly(page)
  await page.goto('/offline')
  const text = page.getByLabel('Or its text')
  await page.getByLabel('Request file').setInputFiles(fileOf('slow.txt', 'first'))
  await page.getByLabel('Request file').setInputFiles(fileOf('other.txt', 'second'))
  await expect(text).toHaveValue('second')
  await finishReading()
  await expect(text).toHaveValue('second')
})
