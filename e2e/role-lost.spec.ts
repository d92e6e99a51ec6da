import { eq } from 'drizzle-orm'
import { NO_PERMISSION, NOT_YOUR_ROLE } from '#contract/errors.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { expect, test, toastOver } from './fixtures.ts'
import { settled } from './settled.ts'

test('an invitation refused because the role was lost says so, and the text stays until it is discarded', async ({
  page,
  db,
  signIn,
}) => {
  const { userId } = await signIn()
  await page.goto('/team?invite=1')
  const form = page.getByRole('dialog', { name: 'Invite Colleague' })
  await form.getByLabel('Email').fill('typed@people.example')
  await settled(page)
  await db.update(users).set({ role: 'customer' }).where(eq(users.id, userId))
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toastOver(page)).toContainText('Failed to send the invitation')
  await expect(toastOver(page)).toContainText(NOT_YOUR_ROLE)
  await expect(form.getByLabel('Email')).toHaveValue('typed@people.example')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText(NO_PERMISSION)).toBeVisible()
})
