import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeLicense } from '#demo/rows/licenses.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import type { Database } from '#server/database/database.ts'
import { expect, test, toastOf } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')

const setLimit = (db: Database, organizationId: string, licenseLimit: number) =>
  db.update(subscriptions).set({ licenseLimit }).where(eq(subscriptions.organizationId, organizationId))

test('a license is created once the limit was raised while the page was open', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 1 })
  await makeLicense(db, { organizationId })
  await page.goto('/licenses?create=1')
  await expect(dialog(page)).toContainText('All licenses of your plan are in use.')
  await setLimit(db, organizationId, 2)
  await dialog(page).getByLabel('Label').fill('Reception PC')
  await dialog(page).getByRole('button', { name: 'Create License' }).click()
  await expect(toastOf(page)).toContainText('License created')
})

test('after a refusal the dialog shows the seats that are left now, and what was typed', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 9 })
  await page.goto('/licenses?create=1')
  await expect(dialog(page)).toContainText('9 seats available')
  await setLimit(db, organizationId, 3)
  await dialog(page).getByLabel('Label').fill('Reception PC')
  await dialog(page).getByLabel('How many').fill('5')
  await dialog(page).getByRole('button', { name: 'Create 5 licenses' }).click()
  await expect(toastOf(page)).toContainText('Your plan has 3 seats available.')
  await expect(dialog(page)).toContainText('3 seats available')
  await expect(dialog(page).getByLabel('Label')).toHaveValue('Reception PC')
})

test('a subscription that a colleague canceled is shown as canceled after a refusal', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await page.goto('/billing')
  const cancel = page.getByRole('button', { name: 'Cancel Subscription' })
  await cancel.click()
  const canceledAt = new Date().toISOString()
  await db
    .update(subscriptions)
    .set({ status: 'canceled', canceledAt })
    .where(eq(subscriptions.organizationId, organizationId))
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toastOf(page)).toContainText('Failed to cancel subscription')
  await question.getByRole('button', { name: 'Keep Subscription' }).click()
  await expect(cancel).toHaveCount(0)
})
