import { expect, test, toastOf } from './fixtures.ts'

/** 400 kilobits per second and 400 milliseconds, in bytes and milliseconds. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

test('a slow line shows the page before its data, and a license is created on it', async ({
  page,
  context,
  signIn,
}) => {
  test.slow()
  const { organization } = await signIn({ licenseLimit: 3 })
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', SLOW)
  await page.goto('/licenses')
  await expect(page.getByRole('heading', { name: 'License Management' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'License Usage' })).toContainText('0 of 3')
  const create = page.getByRole('button', { name: 'Create License' })
  await create.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label').fill('Over a slow line')
  await dialog.getByRole('button', { name: 'Create License' }).click()
  await expect(dialog.getByRole('button', { name: 'Creating…' })).toBeVisible()
  await expect(toastOf(page)).toContainText('License created')
  await expect(dialog).toHaveAccessibleName('Over a slow line')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(`Members of ${organization}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'List of Members' }).locator('tr[data-row]')).toHaveCount(1)
})

test('nothing moves while a page loads for a reader who asked for reduced motion', async ({ page, signIn }) => {
  await signIn()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route('/api/licenses?*', () => {})
  await page.goto('/licenses')
  await expect(page.locator('.animate-pulse').first()).toBeVisible()
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await expect.poll(moving).toBe(0)
})
