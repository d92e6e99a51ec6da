import { eq, sql } from 'drizzle-orm'
import { makeLicense } from '#demo/rows/licenses.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
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

test('a license that was deleted elsewhere disappears once the form with its new label is closed', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId, label: 'Reception' })
  await page.goto(`/licenses?license=${id}`)
  await page.getByRole('dialog', { name: 'Reception' }).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit License' })
  await form.getByLabel('Label').fill('Front desk')
  await db.delete(licenses).where(eq(licenses.id, id))
  await page.keyboard.press('Enter')
  await expect(toastOver(page)).toContainText('License not found')
  await expect(form.getByLabel('Label')).toHaveValue('Front desk')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByText('Reception')).toHaveCount(0)
})

test('a page says that the organization was suspended once it has refused a form', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await page.goto('/licenses?create=1')
  const form = page.getByRole('dialog', { name: 'Create License' })
  await form.getByLabel('Label').fill('Reception')
  await db
    .update(organizations)
    .set({ suspendedAt: sql`now()` })
    .where(eq(organizations.id, organizationId))
  await page.keyboard.press('Enter')
  await expect(toastOver(page)).toContainText('Organization is suspended')
  await expect(form.getByLabel('Label')).toHaveValue('Reception')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('main')).toContainText('Your organization is suspended.')
  await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible()
})
