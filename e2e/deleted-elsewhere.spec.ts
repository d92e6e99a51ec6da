import { eq } from 'drizzle-orm'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { expect, test, toastOver, unique } from './fixtures.ts'

test('an invitation that was revoked elsewhere disappears with the refusal', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await page.goto('/team?invite=1')
  const email = `${unique('guest').replace(' ', '-')}@example.com`
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click()
  await db.delete(invitations).where(eq(invitations.organizationId, organizationId))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(toastOver(page)).toContainText('Failed')
  await expect(page.locator('main')).not.toContainText(email)
})
