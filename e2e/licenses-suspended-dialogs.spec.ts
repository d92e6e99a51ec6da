import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { LIMIT_REACHED, ORGANIZATION_SUSPENDED } from '#contract/licensing/changes.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { expect, inDays, test, toastOf, toastOver } from './fixtures.ts'
import { settled } from './settled.ts'

const dialog = (page: Page) => page.getByRole('dialog')

const suspend = (db: Database, organizationId: string) =>
  db
    .update(organizations)
    .set({ suspendedAt: inDays(0) })
    .where(eq(organizations.id, organizationId))

test('an open form stays when the organization turns out to be suspended, and shows the refusal', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 1 })
  await makeLicense(db, { organizationId })
  await page.goto('/licenses?create=1')
  await dialog(page).getByLabel('Label').fill('Reception')
  await suspend(db, organizationId)
  await page.keyboard.press('Enter')
  await expect(toastOver(page)).toContainText(ORGANIZATION_SUSPENDED)
  await expect(page.getByText(LIMIT_REACHED)).toHaveCount(0)
  await settled(page)
  await expect(dialog(page).getByLabel('Label')).toHaveValue('Reception')
})

test('a form in the address waits until it is known whether the organization is suspended', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  await suspend(db, organizationId)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/billing', async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  await page.addInitScript(() =>
    new MutationObserver(() => {
      if (document.querySelector('[role=dialog]')) document.documentElement.dataset['hadDialog'] = 'yes'
    }).observe(document, { childList: true, subtree: true }),
  )
  await page.goto('/licenses?create=1')
  await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Create License' }).hover()
  release()
  await expect(page.getByRole('main')).toContainText('Your organization is suspended.')
  await settled(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-had-dialog')
})

test('an address or a key that asks for a change of a suspended organization is answered and cleared', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  await suspend(db, organizationId)
  for (const asked of [
    '/licenses?create=1',
    '/licenses?assign=1',
    '/licenses?add=enrollment-key',
    '/billing?request=1',
  ]) {
    await page.goto(asked)
    await expect(toastOf(page)).toContainText(ORGANIZATION_SUSPENDED)
    await expect(page).toHaveURL(asked.split('?')[0] ?? '')
    await expect(dialog(page)).toHaveCount(0)
  }
  await page.goto('/licenses')
  await expect(page.getByRole('main')).toContainText('Your organization is suspended.')
  await page.keyboard.press('c')
  await expect(toastOf(page)).toContainText(ORGANIZATION_SUSPENDED)
  await page.goto('/support')
  await settled(page)
  await page.keyboard.press('Control+k')
  await dialog(page).getByRole('option', { name: 'Request License Change' }).click()
  await expect(toastOf(page)).toContainText(ORGANIZATION_SUSPENDED)
  await expect(page).toHaveURL('/billing')
})

test('a page that was refused a change offers no other one', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ role: 'customer' })
  for (const label of ['Reception', 'Office']) await makeLicense(db, { organizationId, status: 'revoked', label })
  await page.goto('/licenses')
  await page.getByRole('button', { name: 'Restore Reception' }).click()
  await suspend(db, organizationId)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(toastOver(page)).toContainText(ORGANIZATION_SUSPENDED)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Restore Office' })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Your organization is suspended.')
})

test('a reactivation shows on the next screen, and a key opens its form at once', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const reactivate = () =>
    db.update(organizations).set({ suspendedAt: null }).where(eq(organizations.id, organizationId))
  await suspend(db, organizationId)
  await page.goto('/licenses')
  await expect(page.getByRole('main')).toContainText('Your organization is suspended.')
  await settled(page)
  await reactivate()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Create License' })).toBeVisible()

  await suspend(db, organizationId)
  await page.goto('/licenses')
  await expect(page.getByRole('main')).toContainText('Your organization is suspended.')
  await settled(page)
  await reactivate()
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Request License Change' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Your organization is suspended.')
})
