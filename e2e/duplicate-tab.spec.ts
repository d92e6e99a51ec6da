import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { pane, test, text } from './two-tickets.ts'

/** With a copy of its session storage, like “Duplicate tab”. */
async function duplicate(page: Page) {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(window.location.href))
  return opened
}

test('a reply that is sent is gone from a duplicate of its tab', async ({ page, two: { address } }) => {
  await page.goto(address)
  await text(page).fill('Please clean the rollers.')
  const copy = await duplicate(page)
  await expect(text(copy)).toHaveValue('Please clean the rollers.')
  await text(page).press('Control+Enter')
  await expect(text(page)).toHaveValue('')
  await expect(text(copy)).toHaveValue('')
  await copy.reload()
  await expect(pane(copy).getByRole('region', { name: 'Messages' })).toContainText('Please clean the rollers.')
  await expect(text(copy)).toHaveValue('')
})

test('a reply that was changed in a duplicate of its tab stays there', async ({ page, two: { address } }) => {
  await page.goto(address)
  await text(page).fill('Please clean the rollers.')
  const copy = await duplicate(page)
  await text(copy).fill('Please clean the rollers. And the tray.')
  await text(page).press('Control+Enter')
  await expect(text(page)).toHaveValue('')
  await expect(pane(copy).getByRole('region', { name: 'Messages' })).toContainText('Please clean the rollers.')
  await copy.reload()
  await expect(text(copy)).toHaveValue('Please clean the rollers. And the tray.')
})
