import { eq } from 'drizzle-orm'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { expect, expectAccessible, test, toastOf } from './fixtures.ts'

test('the organization’s admin corrects what its invoices say, a member only reads it', async ({ page, signIn }) => {
  const { organization, organizationId } = await signIn({ role: 'org_admin' })
  await page.goto('/billing')
  const card = page.getByRole('region', { name: 'Billing details' })
  await expect(card).toContainText(organization)
  await card.getByRole('button', { name: 'Edit details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Billing details' })
  await dialog.getByLabel('VAT number').fill('12')
  await dialog.getByLabel('Address').fill('12 Shaft Road\nBoksburg')
  await dialog.getByLabel('VAT number').press('Enter')
  await expect(dialog.getByText('A VAT number has 10 digits and starts with 4')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('VAT number').fill('412 345 6789')
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Billing details saved')
  await expect(card).toContainText('4123456789')
  await expect(card).toContainText('12 Shaft Road')

  await signIn({ role: 'customer', organizationId })
  await page.goto('/billing')
  await expect(card).toContainText('4123456789')
  await expect(card.getByRole('button', { name: 'Edit details' })).toHaveCount(0)
})

test('a detail that a colleague has corrected since the dialog was opened stays', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ role: 'org_admin' })
  await page.goto('/billing')
  await page.getByRole('button', { name: 'Edit details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Billing details' })
  await dialog.getByLabel('Phone').fill('010 555 0111')
  const own = eq(organizations.id, organizationId)
  await db.update(organizations).set({ address: '12 Shaft Road' }).where(own)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const [stored] = await db.select().from(organizations).where(own)
  expect(stored).toMatchObject({ phone: '010 555 0111', address: '12 Shaft Road' })
})
