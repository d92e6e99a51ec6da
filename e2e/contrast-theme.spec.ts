import { expect, test } from './fixtures.ts'

test('shows switches, and which tab is selected, in a contrast theme', async ({ page, signIn }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn()
  await page.goto('/team')
  const background = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).backgroundColor)
  await expect(page.getByRole('tab', { name: 'Members' })).toBeVisible()
  expect(await background('Members')).not.toBe(await background('Webhooks'))

  await page.goto('/account')
  const setting = page.getByRole('switch').first()
  await expect(setting).toHaveCSS('appearance', 'auto')
  const before = await setting.screenshot()
  await setting.click()
  await expect(setting).toBeChecked({ checked: false })
  expect(await setting.screenshot()).not.toEqual(before)
})
