import type { Page } from '@playwright/test'
import { makeLicense } from '#demo/rows/licenses.ts'
import { expect, test } from './fixtures.ts'
import { settled } from './settled.ts'
import { startViewing } from './start-viewing.ts'

/** As browsers do when Back leads to a page that they have kept. */
const showAgain = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

test('a list that Back shows again as it was left has what was made in between', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Front desk' })
  await page.goto('/licenses')
  await expect(page.getByRole('row', { name: 'Front desk' })).toBeVisible()
  await makeLicense(db, { organizationId, label: 'Warehouse' })
  await showAgain(page)
  await expect(page.getByRole('row', { name: 'Warehouse' })).toBeVisible()
})

test('a page that Back shows again as a customer’s, after the viewing has ended, is the admin’s', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Front desk' })
  await signIn({ role: 'admin' })
  await startViewing(page, userId)
  await page.goto('/licenses')
  await expect(page.getByRole('row', { name: 'Front desk' })).toBeVisible()
  // A read that is refused would leave the page already.
  await settled(page)
  await page.request.delete('/api/viewing', { headers: { origin: new URL(page.url()).origin } })
  await showAgain(page)
  await expect(page.getByRole('region', { name: 'Admin Portal' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'View as a customer' })).toHaveCount(0)
})

test('a page that Back shows again shows nothing of an earlier user', async ({ page, signIn, context, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Front desk' })
  await page.goto('/licenses')
  await expect(page.getByRole('row', { name: 'Front desk' })).toBeVisible()
  await signIn()
  await showAgain(page)
  await expect(page.getByText('No licenses found')).toBeVisible()
  await context.clearCookies()
  await showAgain(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Latchkey' })).toBeVisible()
})
