import type { Route } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { fullName } from '#contract/identity/session.ts'
import { users as endpoints } from '#contract/identity/users.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import { blockedDomains } from '#server/database/schema/identity/blocked-domains.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, toastOver } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

/** A registered user of a company that no other spec uses. */
async function applicant(db: Parameters<typeof makeUser>[0]) {
  const organization = await makeOrganization(db, { name: `Applicant ${crypto.randomUUID()}`, isActive: false })
  return {
    organization,
    user: await makeUser(db, { organizationId: organization.id, role: 'org_admin', status: 'pending' }),
  }
}

test('the cards count everyone and the table shows who they are [R-AUSR-06 R-AUSR-07 R-AUSR-08 R-AUSR-09 R-AUSR-10 R-AUSR-11 R-AUSR-12 R-AUSR-13 R-AUSR-14 R-AUSR-15 R-AUSR-16 R-AUSR-17 R-AUSR-18]', async ({
  page,
  db,
}) => {
  const { organization, user } = await applicant(db)
  await page.goto('/admin/users')
  for (const label of ['Total Users', 'Admins', 'Verified Users', 'MFA Enabled']) {
    await expect(page.getByRole('region', { name: label }).getByText(/^\d+$/)).toBeVisible()
  }
  const row = page.getByRole('row', { name: `@${user.username}` })
  await expect(row).toContainText(`LD${fullName(user)}`)
  await expect(row).toContainText(user.email)
  await expect(row).toContainText('org admin')
  await expect(row).toContainText(organization.name)
  await expect(row).toContainText('pending')
  await expect(row).toContainText(/[A-Z][a-z]{2} \d\d, \d{4}/)
  await page.getByRole('searchbox').fill('agent@example.com')
  const agent = page.getByRole('row', { name: '@agent' })
  await expect(agent).toContainText('No organization')
  await expect(agent.getByRole('button', { name: 'Activate' })).toHaveCount(0)
  await expect(agent).toContainText('Email verified')
  await expect(agent).toContainText('MFA off')
})

test('a search is in the address and survives a reload [R-AUSR-01 R-AUSR-02 R-AUSR-03 R-AUSR-04 R-AUSR-05]', async ({
  page,
  db,
}) => {
  const { organization, user } = await applicant(db)
  await page.goto('/admin/users')
  await page.getByRole('searchbox').fill(organization.name.toUpperCase())
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(organization.name.toUpperCase())
  await expect(page.getByRole('row', { name: `@${user.username}` })).toBeVisible()
  await page.getByRole('searchbox').fill('no such person')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
})

test('approving an account names who is emailed, says so and takes the button away [R-AUSR-17 R-STATE-56 R-ERR-80]', async ({
  page,
  db,
}) => {
  const { user, organization } = await applicant(db)
  await page.goto(`/admin/users?search=${user.username}`)
  const activate = page.getByRole('button', { name: `Activate ${fullName(user)}` })
  await activate.click()
  const asked = page.getByRole('dialog', { name: `Activate ${fullName(user)}?` })
  await expect(asked).toContainText(`This approves the account and its organization, ${organization.name}.`)
  await expect(asked).toContainText(`We email ${user.email} that they can sign in now.`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(activate).toBeFocused()
  await page.keyboard.down('Enter')
  await expect(asked.getByLabel('Subscription', { exact: true })).toBeVisible()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  const [untouched] = await db.select().from(users).where(eq(users.id, user.id))
  expect(untouched?.status).toBe('pending')
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: 'Activate' }).click()
  await expect(toastOf(page)).toContainText('User Activated')
  const row = page.getByRole('row', { name: `@${user.username}` })
  await expect(row).toContainText('active')
  await expect(row.getByRole('button', { name: 'Activate' })).toHaveCount(0)
})

test('an answer that was on its way before the account was approved does not bring its button back [R-AUSR-17]', async ({
  page,
  db,
}) => {
  const { user } = await applicant(db)
  await page.goto('/admin/users')
  const row = page.getByRole('row', { name: `@${user.username}` })
  const activate = row.getByRole('button', { name: 'Activate' })
  await expect(activate).toBeVisible()
  const [answered, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let keepsOpen = false
  const holdFirst = async (route: Route) => {
    if (keepsOpen) return route.fallback()
    keepsOpen = true
    const response = await route.fetch()
    answered.resolve()
    await late.promise
    return route.fulfill({ response })
  }
  await page.route(`**${endpoints.list.url}?search=*`, holdFirst)
  await page.getByRole('searchbox').fill(user.email)
  await answered.promise
  const approved = page.waitForResponse('**/activate')
  await activate.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await approved
  late.resolve()
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('active')
  await expect(activate).toHaveCount(0)
})

test('status and role narrow the list, stay in the address and are cleared together', async ({ page, db }) => {
  const { user } = await applicant(db)
  const row = page.getByRole('row', { name: `@${user.username}` })
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByLabel('Status').selectOption('Pending')
  await page.getByLabel('Role').selectOption('Org admin')
  await expect(page).toHaveURL(/status=pending&role=org_admin/)
  await page.reload()
  await expect(row).toBeVisible()
  await page.getByLabel('Role').selectOption('Customer')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  await page.goto(`/admin/users?search=${user.username}&role=nonsense`)
  await expect(page.getByLabel('Role')).toHaveValue('')
  await expect(row).toBeVisible()
})

test('opening the page or a person again shows what a colleague changed', async ({ page, db }) => {
  const { user } = await applicant(db)
  const domains = [`${user.id}.example`, `${user.organizationId}.example`] as const
  await db.insert(blockedDomains).values({ domain: domains[0] })
  await page.goto(`/admin/users?search=${user.username}&user=${user.id}`)
  const drawer = page.getByRole('dialog', { name: fullName(user) })
  await expect(drawer).toContainText('pending')
  await page.keyboard.press('Escape')
  await db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id))
  await page.getByRole('link', { name: fullName(user), exact: true }).click()
  await expect(drawer).toContainText('suspended')
  await page.keyboard.press('Escape')

  const total = page.getByRole('region', { name: 'Total Users' }).getByText(/^\d+$/)
  const before = Number(await total.textContent())
  await expect(page.getByRole('row', { name: domains[0] })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit Log' }).click()
  await makeUser(db)
  await db.insert(blockedDomains).values({ domain: domains[1] })
  await page.goBack()
  await expect(page.getByRole('row', { name: domains[1] })).toBeVisible()
  await expect.poll(async () => Number(await total.textContent())).toBeGreaterThan(before)
})

test('a failed approval says so and leaves the button [R-ERR-70]', async ({ page, db }) => {
  const { user } = await applicant(db)
  await page.route('**/activate', (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto(`/admin/users?search=${user.username}`)
  await page.getByRole('button', { name: `Activate ${fullName(user)}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await expect(toastOver(page)).toContainText('Activation Failed')
  await expect(toastOver(page)).toContainText('Failed to activate user account.')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Activate' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Activate ${fullName(user)}` })).toBeEnabled()
})

test('a list that cannot be read says so and can be tried again [R-ERR-75]', async ({ page }) => {
  const isList = (url: URL) => url.pathname === endpoints.list.url
  await page.route(isList, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await page.goto('/admin/users')
  await expect(page.getByText('Failed to load users data. Please try refreshing the page.')).toBeVisible()
  await page.unroute(isList)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('opens the page only for admins [R-ROLE-09]', async ({ page, signIn }) => {
  for (const role of ['agent', 'org_admin'] as const) {
    await signIn({ role })
    await page.goto('/admin/users')
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  }
})

test('the page is accessible and fits the narrowest phone', async ({ page }) => {
  await page.goto('/admin/users?search=acme')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
