import type { Page } from '@playwright/test'
import { makeTicket } from '#demo/rows/tickets.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

/** Protected paths by requirement. */
const PROTECTED = {
  'R-ROUTE-03': '/',
  'R-ROUTE-05': '/licenses',
  'R-ROUTE-07': '/billing',
  'R-ROUTE-09': '/downloads',
  'R-ROUTE-11': '/support',
  'R-ROUTE-13': '/admin/overview',
  'R-ROUTE-16': '/admin/organizations',
  'R-ROUTE-18': '/admin/users',
  'R-ROUTE-20': '/admin/files',
  'R-ROUTE-22': '/admin/billing',
}
const ADMIN_SCREENS = ['/admin/organizations', '/admin/users', '/admin/files', '/admin/billing']
const NO_PERMISSION = "You don't have permission to access this page."

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const section = (page: Page, name: string) => navigation(page).getByRole('region', { name })

test('shows only a spinner until the session is known [R-ROUTE-30 R-STATE-01]', async ({ page, signIn }) => {
  await signIn()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/user', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/licenses', { waitUntil: 'commit' })
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(page.getByRole('banner')).toHaveCount(0)
  letGo()
  await expect(page.getByRole('heading', { name: 'License Management' })).toBeVisible()
})

for (const [requirement, path] of Object.entries(PROTECTED)) {
  test(`${path} leads a visitor to /auth without an error [${requirement} R-ROUTE-31 R-ROLE-01 R-STATE-07 R-GEN-15]`, async ({
    page,
  }) => {
    await page.goto(path)
    await expect(page).toHaveURL(path === '/' ? '/auth' : `/auth?next=${path}`)
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
    await expect(toastOf(page)).toHaveCount(0)
  })
}

test('shows a 404 page for an unknown address, signed in or not [R-ROUTE-24 R-ROUTE-25 R-ROUTE-26 R-ERR-90]', async ({
  page,
  signIn,
}) => {
  for (const path of ['/nope', '/admin/nope']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  await signIn()
  await page.goto('/a/b/c')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page)
})

test('names the organization above the navigation; staff have none', async ({ page, signIn }) => {
  const { organization } = await signIn({ role: 'customer' })
  await page.goto('/support')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByText(organization)).toBeVisible()
  await signIn({ role: 'agent' })
  await page.goto('/support')
  await expect(navigation.getByRole('link', { name: 'Inbox' })).toBeVisible()
  await expect(navigation.getByText(organization)).toHaveCount(0)
})

test('Escape clears a search box and then leaves it', async ({ page, signIn }) => {
  await signIn({ role: 'customer' })
  await page.goto('/support?search=printer')
  const search = page.getByRole('searchbox', { name: 'Search tickets' })
  await search.press('Escape')
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL('/support')
  await search.press('Escape')
  await expect(search).not.toBeFocused()
})

test('shows a customer a sentence instead of an admin page [R-ROLE-08 R-ROLE-09 R-ROLE-10 R-ROLE-11 R-ERR-89]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'customer' })
  for (const path of ADMIN_SCREENS) {
    await page.goto(path)
    await expect(page.getByText(NO_PERMISSION)).toBeVisible()
  }
})

test('shows an organization’s users the customer portal [R-SIDE-01 R-SIDE-02 R-SIDE-03 R-SIDE-04 R-SIDE-05 R-SIDE-06 R-SIDE-11 R-SIDE-12]', async ({
  page,
  signIn,
}) => {
  for (const role of ['customer', 'org_admin'] as const) {
    await signIn({ role })
    await page.goto('/licenses')
    const links = section(page, 'Customer Portal').getByRole('link')
    const team = role === 'org_admin' ? ['Team'] : []
    await expect(links).toHaveText(['Dashboard', 'Licenses', 'Billing', 'Downloads', 'Support', ...team])
    const lead = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    expect(lead.slice(0, 5)).toEqual(['/', '/licenses', '/billing', '/downloads', '/support'])
    await expect(links.and(page.locator('[aria-current=page]'))).toHaveText(['Licenses'])
    await expect(section(page, 'Admin Portal')).toHaveCount(0)
  }
})

test('shows an agent the inbox, customers, the documentation and reports', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/support')
  const links = section(page, 'Support Desk').getByRole('link')
  await expect(links).toHaveText([/^Inbox/, 'Customers', 'Documentation', 'Reports'])
  await expect(links.nth(0)).toHaveAttribute('aria-current', 'page')
  await expect(section(page, 'Customer Portal')).toHaveCount(0)
  await links.nth(2).click()
  await expect(page).toHaveURL('/support?tab=documentation')
  await expect(links.nth(2)).toHaveAttribute('aria-current', 'page')
  await expect(links.nth(0)).not.toHaveAttribute('aria-current')
  await links.nth(1).click()
  await page.getByRole('table', { name: 'List of Customers' }).getByRole('link').first().click()
  await expect(links.nth(1)).toHaveAttribute('aria-current', 'page')
  for (const path of ['/', '/billing', '/downloads']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('')
    await expect(page.getByText("You don't have permission to access this page.")).toHaveCount(0)
  }
})

test('shows an agent the overview, and an admin everything [R-SIDE-09 R-SIDE-10 R-SIDE-11 R-SIDE-12 R-SIDE-13 R-SIDE-14 R-SIDE-15 R-SIDE-16 R-SIDE-17 R-SIDE-18 R-ROLE-14]', async ({
  page,
  signIn,
}) => {
  const links = section(page, 'Admin Portal').getByRole('link')
  await signIn({ role: 'agent' })
  await page.goto('/licenses')
  await expect(links).toHaveText(['Overview'])
  await expect(page.getByRole('heading', { level: 1, name: /License/ })).toBeVisible()
  await signIn({ role: 'admin' })
  await page.goto('/licenses')
  for (const [name, path] of [
    ['Overview', '/admin/overview'],
    ['Organizations', '/admin/organizations'],
    ['Users', '/admin/users'],
    ['File Management', '/admin/files'],
    ['Billing', '/admin/billing'],
    ['Reports', '/reports'],
  ] as const) {
    await expect(links.filter({ hasText: name })).toHaveAttribute('href', path)
  }
})

test('opens every admin screen at its address [R-ROUTE-08 R-ROUTE-14 R-ROUTE-15 R-ROUTE-17 R-ROUTE-19 R-ROUTE-21 R-ROUTE-23 R-ROUTE-29 R-ROUTE-32 R-GEN-05 R-GEN-10 R-ROLE-07 R-ROLE-15]', async ({
  page,
  signIn,
}) => {
  const opens = async (path: string, title: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(navigation(page)).toBeVisible()
  }
  await signIn({ role: 'agent' })
  await opens('/admin/overview', 'Overview')
  await signIn({ role: 'admin' })
  await opens('/admin/overview', 'Overview')
  await opens('/admin/organizations', 'Organizations')
  await opens('/admin/users', 'Users')
  await opens('/admin/files', 'File Management')
  await opens('/admin/billing', 'Customer Billing Management')
  await opens('/billing', 'Customer Billing Management')
})

test('Support counts the tickets that wait for work, and shows no zero [R-API-41 R-SIDE-07 R-SIDE-08]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, userId } = await signIn()
  const support = section(page, 'Customer Portal').getByRole('link', { name: 'Support' })
  await makeTicket(db, { organizationId, userId, status: 'waiting_customer' })
  await makeTicket(db, { organizationId, userId, status: 'closed' })
  const counted = page.waitForResponse('**/api/tickets/counts')
  await page.goto('/licenses')
  await (await counted).finished()
  await expect(support).toHaveAccessibleName('Support')
  await makeTicket(db, { organizationId, userId, status: 'open' })
  await makeTicket(db, { organizationId, userId, status: 'in_progress' })
  await page.reload()
  await expect(support).toHaveAccessibleName(/^Support\s*2 open tickets$/)
  // The second number of Lab is the red component.
  await expect(support.getByText(/^2/)).toHaveCSS('background-color', /^lab\([\d.]+ [6-9]\d/)
})

test('the top bar shows the product, its health and the signed-in user [R-TOP-01 R-TOP-02 R-TOP-03 R-TOP-04 R-TOP-05 R-TOP-06 R-TOP-07]', async ({
  page,
  signIn,
}) => {
  const { email } = await signIn()
  await page.goto('/licenses')
  const bar = page.getByRole('banner')
  await expect(bar).toContainText('Latchkey')
  await expect(bar).toContainText('System Healthy')
  await bar.getByRole('button', { name: 'User menu' }).click()
  const menu = page.getByRole('menu')
  for (const words of ['Lerato Dlamini', email, 'org admin']) await expect(menu).toContainText(words)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Documentation' }).click()
  await expect(page).toHaveURL('/support?tab=documentation')
})

test('keeps the chosen theme after a reload', async ({ page, signIn }) => {
  await signIn()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/licenses')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Dark' })).toBeChecked()
  await page.getByRole('menuitemcheckbox', { name: 'System' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test('on a phone the navigation is a drawer that closes when a screen is chosen', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/licenses')
  await expect(navigation(page)).toBeHidden()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('link', { name: 'Billing' }).click()
  await expect(page).toHaveURL('/billing')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})
