import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const PAGES = ['/developers', '/developers/protocol', '/developers/reference/licenses', '/developers/reference/devices']

for (const address of PAGES)
  test(`${address} is readable for a visitor, on a phone too`, async ({ page }) => {
    const refused: string[] = []
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByText('All pages', { exact: true }).click()
    await expectAccessible(page)
    expect(refused).toEqual([])
  })

test('a developer gets from an API token to its guide, and from there to a call', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/team?tab=api-tokens')
  await page.getByRole('link', { name: 'How to call the API' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Call the API with a token' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Licenses', exact: true }).click()
  await page.getByRole('link', { name: 'licenses.create' }).click()
  await expect(page.getByRole('heading', { name: 'Create a license within the quota' })).toBeInViewport()
  await page.locator('[id="licenses.create"]').getByRole('link', { name: 'LicenseDraft' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'LicenseDraft', exact: true })).toBeInViewport()
})
