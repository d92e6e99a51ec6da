import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { expect, expectAccessible, test, unique } from './fixtures.ts'

test('a new price shows the next invoice before it is saved', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const name = unique('Previewed Works')
  const { id } = await makeOrganization(db, { name })
  await makeSubscription(db, { organizationId: id, licenseLimit: 4, monthlyCents: 100_000 })
  await page.goto(`/admin/billing?pricing=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Set Monthly Pricing' })
  const next = dialog.getByRole('region', { name: 'Next invoice' })
  await expect(next).toContainText('R1000.00 without the change.')
  await dialog.getByLabel('Monthly Price (ZAR)').fill('1500.00')
  await expect(next.getByText('Issued on')).toBeVisible()
  await expect(next.getByLabel('Lines')).toContainText('1500.00')
  await expect(next).toContainText('R1000.00 without the change.')
  await expectAccessible(page)
})
