import { eq } from 'drizzle-orm'
import { enrollmentKeys } from '#server/database/schema/licensing/licenses.ts'
import { expect, test } from './fixtures.ts'

test('a last day without its year is an error, not a key that never expires', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await page.goto('/licenses?add=enrollment-key')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Warehouse')
  const lastDay = dialog.getByLabel('Last day (optional)')
  await lastDay.pressSequentially('1231')
  await dialog.getByRole('button', { name: 'Create Key' }).click()
  await expect(dialog).toContainText('Must be a date like 2025-03-05')
  await expect(lastDay).toBeFocused()
  await lastDay.fill('2099-12-31')
  await dialog.getByRole('button', { name: 'Create Key' }).click()
  await expect(page.getByRole('heading', { name: 'Enrollment key “Warehouse”' })).toBeVisible()
  const [key] = await db.select().from(enrollmentKeys).where(eq(enrollmentKeys.organizationId, organizationId))
  expect(key?.expiresAt).toMatch(/^2099-12-31/)
})
