import { fullName } from '#contract/user.ts'
import { users } from '#contract/users.ts'
import { makeOrganization } from '#server/database/seed/organizations.ts'
import { makeUser } from '#server/database/seed/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

/** Somebody who registered, in a company that no other spec knows. */
async function applicant(db: Parameters<typeof makeUser>[0]) {
  const organization = await makeOrganization(db, { name: `Applicant ${crypto.randomUUID()}`, isActive: false })
  return {
    organization,
    user: await makeUser(db, { organizationId: organization.id, role: 'org_admin', status: 'pending' }),
  }
}

test('R-AUSR-06 R-AUSR-07 R-AUSR-08 R-AUSR-09 R-AUSR-10 R-AUSR-11 R-AUSR-12 R-AUSR-13 R-AUSR-14 R-AUSR-15 R-AUSR-16 R-AUSR-17 R-AUSR-18 the cards count everyone and the table shows who they are', async ({
  page,
  db,
}) => {
  const { organization, user } = await applicant(db)
  await page.goto('/admin/users')
  for (const label of ['Total Users', 'Admins', 'Verified Users', 'MFA Enabled']) {
    await expect(page.getByRole('region', { name: label }).getByText(/^\d+$/)).toBeVisible()
  }
  const row = page.getByRole('row', { name: `@${user.username}` })
  await expect(row).toContainText(fullName(user))
  await expect(row).toContainText(user.email)
  await expect(row).toContainText('org admin')
  await expect(row).toContainText(organization.name)
  await expect(row).toContainText('pending')
  await expect(row).toContainText(/[A-Z][a-z]{2} \d\d, \d{4}/)
  await page.getByRole('searchbox').fill('agent@example.com')
  const agent = page.getByRole('row', { name: '@agent' })
  await expect(agent).toContainText('No organization')
  await expect(agent.getByRole('button')).toHaveCount(0)
})

test('R-AUSR-01 R-AUSR-02 R-AUSR-03 R-AUSR-04 R-AUSR-05 a search is in the address and survives a reload', async ({
  page,
  db,
}) => {
  const { organization, user } = await applicant(db)
  await page.goto('/admin/users')
  await page.getByRole('searchbox').fill(organization.name.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(organization.name.toUpperCase())
  await expect(page.getByRole('row', { name: `@${user.username}` })).toBeVisible()
  await page.getByRole('searchbox').fill('nobody is called that')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
})

test('R-AUSR-17 R-ERR-80 approving an account says so and takes the button away', async ({ page, db }) => {
  const { user } = await applicant(db)
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByRole('button', { name: `Activate ${fullName(user)}` }).click()
  await expect(toastOf(page)).toContainText('User Activated')
  const row = page.getByRole('row', { name: `@${user.username}` })
  await expect(row).toContainText('active')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('R-ERR-70 a failed approval says so and leaves the button', async ({ page, db }) => {
  const { user } = await applicant(db)
  await page.route('**/activate', (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByRole('button', { name: `Activate ${fullName(user)}` }).click()
  await expect(toastOf(page)).toContainText('Activation Failed')
  await expect(toastOf(page)).toContainText('Failed to activate user account.')
  await expect(page.getByRole('button', { name: `Activate ${fullName(user)}` })).toBeEnabled()
})

test('R-ERR-75 a list that cannot be read says so and can be tried again', async ({ page }) => {
  const isList = (url: URL) => url.pathname === users.list.url
  await page.route(isList, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await page.goto('/admin/users')
  await expect(page.getByText('Failed to load users data. Please try refreshing the page.')).toBeVisible()
  await page.unroute(isList)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('an agent is told that the page is not theirs', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/admin/users')
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
})

test('the page is accessible and fits the narrowest phone', async ({ page }) => {
  await page.goto('/admin/users?search=acme')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
