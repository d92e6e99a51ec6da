import type { Page } from '@playwright/test'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeUser, SEED_PASSWORD } from '#demo/rows/users.ts'
import { issueLink } from '#server/identity/session/registration/links.ts'
import { expect, test, toastOf } from './fixtures.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function signInByForm(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(SEED_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('who signs in next never sees what the one before has seen [R-TOP-08 R-STATE-04 R-STATE-05 R-STATE-06 R-ERR-08 R-ERR-11]', async ({
  page,
  context,
  signIn,
  db,
}) => {
  const second = await signIn()
  const first = await signIn()
  await makeLicense(db, { organizationId: first.organizationId, label: 'Of the first' })
  await makeLicense(db, { organizationId: second.organizationId, label: 'Of the second' })
  await page.goto('/licenses')
  await expect(page.getByText('Of the first')).toBeVisible()
  const before = await context.cookies()
  const logOut = async () => {
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
  }
  const busy = { status: 503, json: { message: 'The service is busy.' } }
  await page.route('**/api/logout', (route) => route.fulfill(busy), { times: 1 })
  await logOut()
  await expect(toastOf(page)).toHaveText(/Logout failed.*The service is busy\./)
  await expect(page.getByText('Of the first')).toBeVisible()
  await logOut()
  await expect(toastOf(page)).toContainText('Logged out')
  await expect(toastOf(page)).toContainText('You have been successfully logged out.')
  await expect(page).toHaveURL('/auth')

  // In the same tab, without loading the document again: nothing of the first may come from memory.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/licenses?**', async (route) => {
    await held
    await route.continue()
  })
  await signInByForm(page, second.email)
  await navigation(page).getByRole('link', { name: 'Licenses' }).click()
  await expect(page.getByRole('heading', { name: 'Your Licenses' })).toBeVisible()
  await expect(page.getByText('Of the first')).toHaveCount(0)
  letGo()
  await expect(page.getByText('Of the second')).toBeVisible()
  await expect(page.getByText('Of the first')).toHaveCount(0)

  await context.clearCookies()
  await context.addCookies(before)
  expect((await context.request.get('/api/user')).status()).toBe(401)
})

test('neither time, nor coming back to the window, nor a failure asks for anything again [R-API-07 R-API-08 R-API-09]', async ({
  page,
  signIn,
}) => {
  await signIn()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // How the portal does is looked at every minute.
    if (pathname.startsWith('/api/') && pathname !== '/api/health') asked.push(pathname)
  })
  await page.route('**/api/billing', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  await page.clock.install()
  await page.goto('/licenses')
  await expect(page.getByText('Failed to load the license usage.')).toBeVisible()
  await expect(page.getByText('No licenses found. Create your first license to get started.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = [...asked]
  expect(before.filter((path) => path === '/api/billing')).toHaveLength(1)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await page.clock.runFor(600_000)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual(before)
})

test('a tab that asks to sign in continues when the user signs in in another', async ({ page, context, signIn }) => {
  const { email } = await signIn()
  await context.clearCookies()
  await page.goto('/licenses')
  await expect(page).toHaveURL(/^[^?]*\/auth/)
  const other = await context.newPage()
  await other.goto('/auth')
  await signInByForm(other, email)
  await expect(page).toHaveURL('/licenses')
  await expect(page.getByRole('heading', { name: 'License Management' })).toBeVisible()
})

test('signing out forgets everything but the theme', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/licenses')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
  await page.evaluate(() => localStorage.setItem('draft', 'of the one before'))
  await page.getByRole('button', { name: /user menu/i }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['theme'])
})

test('a new password of another account leaves the user signed in, also in another tab', async ({
  page,
  db,
  signIn,
}) => {
  const { organization } = await signIn()
  const other = await page.context().newPage()
  await other.goto('/team?invite=1')
  const typed = other.getByRole('dialog').getByLabel('Email')
  await typed.fill('thandi@example.com')
  const { id: userId } = await makeUser(db, { status: 'pending' })
  const token = await issueLink(db, { userId, purpose: 'password-reset', minutes: 5 })
  await page.goto(`/auth?reset=${token}`)
  await page.getByRole('textbox', { name: 'New password' }).fill('a brand new password')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(toastOf(page)).toContainText('Password changedUse your new password from now on.')
  await expect(page).toHaveURL('/')
  await navigation(page).getByRole('link', { name: 'Team' }).click()
  await expect(page.getByText(`Members of ${organization} and their activity.`)).toBeVisible()
  await expect(typed).toHaveValue('thandi@example.com')
})
