import { eq, sql } from 'drizzle-orm'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeUser } from '#demo/rows/users.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { viewings } from '#server/database/schema/identity/viewings.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, unique } from './fixtures.ts'
import { settled } from './settled.ts'
import { REASON, startViewing } from './start-viewing.ts'

test('an admin sees the portal as a customer, changes nothing, and returns to the customer’s page', async ({
  page,
  context,
  db,
  signIn,
}) => {
  const { organizationId, organization } = await signIn({ licenseLimit: 4 })
  const label = unique('Reception')
  const { licenseKey } = await makeActiveLicense(db, { organizationId, label })
  await makeUser(db, { organizationId, role: 'org_admin', firstName: 'Zanele', lastName: 'Khumalo' })
  await signIn({ role: 'admin' })
  await page.goto(`/customers/${organizationId}?tab=people`)
  await page.getByRole('button', { name: 'View as Zanele Khumalo' }).click()
  const dialog = page.getByRole('dialog', { name: 'View as Zanele Khumalo' })
  await expect(dialog).toHaveAccessibleDescription(/Forms that are open in other tabs close unsaved\./)
  await dialog.getByRole('button', { name: 'View', exact: true }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill(REASON)
  await dialog.getByRole('button', { name: 'View', exact: true }).click()

  const banner = page.getByRole('complementary', { name: 'View as a customer' })
  await expect(banner).toContainText(`Viewing as Zanele Khumalo, ${organization}.`)
  await expect(banner).toContainText('30 minutes left.')
  await expect(banner).toContainText(REASON)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto('/licenses')
  await page.getByRole('row', { name: label }).getByText(label).click()
  const drawer = page.getByRole('dialog', { name: label })
  await expect(drawer).toContainText(`${licenseKey.slice(0, 8)}•••`)
  await expect(page.getByRole('button', { name: /^(Show|Copy) key/, includeHidden: true })).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('so you cannot change anything.').first()).toBeVisible()

  const other = await context.newPage()
  await other.goto(`/customers/${organizationId}`)
  await expect(
    other
      .getByText('You don’t have permission')
      .or(other.getByText(/permission/))
      .first(),
  ).toBeVisible()
  await expect(other.getByRole('complementary', { name: 'View as a customer' })).toBeVisible()
  await page.goto('/billing')
  await banner.getByRole('button', { name: 'Stop Viewing' }).click()
  await expect(page).toHaveURL(`/customers/${organizationId}`)
  await expect(banner).toHaveCount(0)
  // The other tab loads again and is the admin's.
  await expect(other.getByRole('heading', { level: 1, name: organization })).toBeVisible()

  await page.goto(`/admin/audit?search=${encodeURIComponent('Zanele Khumalo')}`)
  await expect(page.getByRole('main')).toContainText('viewed the portal as Zanele Khumalo')
  await expect(page.getByRole('main')).toContainText('stopped viewing the portal as Zanele Khumalo')
})

test('a page of a view that is over does nothing as an admin, who finds the customer’s page', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId, userId } = await signIn()
  const label = unique('Till')
  const license = await makeActiveLicense(db, { organizationId, label })
  await signIn({ role: 'admin' })
  await startViewing(page, userId)
  await page.goto(`/licenses?license=${license.id}`)
  const drawer = page.getByRole('dialog', { name: label })
  await drawer.getByRole('button', { name: 'Revoke' }).click()
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toBeVisible()
  // A read that is refused would leave the page before the write.
  await settled(page)
  await db
    .update(viewings)
    .set({ endsAt: sql`now() - interval '1 second'` })
    .where(eq(viewings.userId, userId))
  const refused = page.waitForResponse((response) => response.request().method() !== 'GET')
  await confirmation.getByRole('button', { name: 'Revoke' }).click()
  expect((await refused).status()).toBe(403)
  await expect(page).toHaveURL(`/customers/${organizationId}`)
  await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible()
})

test('a session that ends during a view asks for no password of the customer', async ({ page, db, signIn }) => {
  const { userId, email } = await signIn()
  const { userId: staff } = await signIn({ role: 'admin' })
  await startViewing(page, userId)
  await page.goto('/licenses')
  await expect(page.getByRole('complementary', { name: 'View as a customer' })).toBeVisible()
  await settled(page)
  await db.delete(sessions).where(eq(sessions.userId, staff))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }).click()
  await expect(page).toHaveURL('/auth?next=/billing')
  await expect(page.getByLabel('Email')).not.toHaveValue(email)
  await expect(page.getByLabel('Email')).toBeEditable()
})

test('agents do not view the portal as another user', async ({ page, signIn }) => {
  const { organizationId, email } = await signIn()
  await signIn({ role: 'agent' })
  await page.goto(`/customers/${organizationId}?tab=people`)
  await expect(page.getByRole('table', { name: 'List of People' })).toContainText(email)
  await expect(page.getByRole('button', { name: /^View as/ })).toHaveCount(0)
})
