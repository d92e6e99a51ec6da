import { eq, desc } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { RESET_REQUESTED } from '#contract/identity/session.ts'
import { makeSecondFactor, makeUser, SEED_PASSWORD } from '#demo/rows/users.ts'
import { emails } from '#server/database/schema/emails.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, toastOver } from './fixtures.ts'

test('two tabs: one signs in, the other leads to the registration [R-ROUTE-01 R-AUTH-01 R-AUTH-02 R-AUTH-03]', async ({
  page,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up'])
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('tabpanel').getByRole('link').click()
  await expect(page).toHaveURL(/\/signup$/)
})

test('shows errors below their fields and sends nothing [R-VAL-01 R-VAL-02 R-AUTH-06 R-AUTH-07]', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto('/auth')
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Password is required')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('nobody@example.com')
  await expect(page.getByText('Invalid email address')).toHaveCount(0)
  expect(sent).not.toContain('POST /api/login')
})

test('a wrong password is refused with a toast, the right one leads to the dashboard [R-AUTH-04 R-AUTH-05 R-AUTH-17 R-ERR-06 R-ERR-09 R-ROUTE-04 R-GEN-16]', async ({
  page,
  signIn,
}) => {
  const { email } = await signIn()
  await page.context().clearCookies()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toastOf(page)).toContainText('Login failed')
  await expect(toastOf(page)).toContainText('Invalid email or password')
  await page.getByLabel('Password').fill(SEED_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(toastOf(page)).toContainText('Welcome back!')
  await expect(toastOf(page)).toContainText('You have successfully logged in.')
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
  for (const secret of [cookie?.value, email]) expect(kept).not.toContain(secret)
})

test('a signed-in user is redirected from /auth to the dashboard, but not from /signup [R-AUTH-16 R-ROLE-02 R-ROUTE-33]', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/auth')
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/signup')
  await expect(page.getByRole('heading', { name: 'Organization & Account Details' })).toBeVisible()
  await expect(page).toHaveURL(/\/signup$/)
})

test('resets a forgotten password with an emailed link [R-AUTH-08 R-AUTH-09 R-AUTH-10 R-AUTH-11 R-AUTH-12 R-AUTH-13 R-AUTH-14 R-AUTH-15 R-VAL-04 R-ERR-16 R-ERR-17 R-STATE-64]', async ({
  page,
  signIn,
  db,
}) => {
  const { email } = await signIn()
  await page.context().clearCookies()
  await page.goto('/auth')
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
  await dialog.getByLabel('Email').fill(email)
  for (const [answer, words] of [
    [{ status: 503, json: { message: 'The service is busy.' } }, 'The service is busy.'],
    [{ status: 502, body: '' }, 'Please try again.'],
  ] as const) {
    await page.route('**/api/auth/password-reset', (route) => route.fulfill(answer), { times: 1 })
    await dialog.getByRole('button', { name: 'Send Reset Email' }).click()
    await expect(toastOver(page)).toContainText('Failed to send reset email')
    await expect(toastOver(page)).toContainText(words)
  }
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(toastOf(page)).toContainText('Password reset email sent')
  await expect(toastOf(page)).toContainText('Check your email for password reset instructions.')
  await expect(dialog.getByText(RESET_REQUESTED)).toBeVisible()
  await dialog.getByText('Close', { exact: true }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)

  let link = ''
  await expect
    .poll(async () => {
      const [mail] = await db.select().from(emails).where(eq(emails.to, email)).orderBy(desc(emails.createdAt)).limit(1)
      link = mail?.text.match(/\/auth\?reset=[\w-]{43}/)?.[0] ?? ''
      return link
    })
    .not.toBe('')
  await page.goto(link)
  await expect(dialog.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  // The token has left the address.
  await expect(page).toHaveURL(/\/auth$/)
  await dialog.getByLabel('New password').fill('short')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(dialog.getByLabel('New password')).toHaveAccessibleDescription(/Password must be at least 8 characters/)
  await dialog.getByLabel('New password').fill('a brand new password')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a brand new password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('sign-in is accessible and fits the narrowest phone', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test('starts in the email field, and shows the password on request', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByLabel('Email')).toBeFocused()
  const password = page.getByLabel('Password')
  await password.fill('nine yellow trucks')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('a refused sign-in says why above the button, until it is tried again', async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tabpanel').getByRole('alert')).toHaveText('Invalid email or password')
  await expectAccessible(page)
})

test('an applicant sees since when they wait, and gets the link again', async ({ page, db }) => {
  const applicant = await makeUser(db, { status: 'pending', createdAt: '2026-01-05T08:00:00Z' })
  await page.goto('/auth')
  await page.getByLabel('Email').fill(applicant.email)
  await page.getByLabel('Password').fill(SEED_PASSWORD)
  await page.keyboard.press('Enter')
  const notice = page.getByRole('tabpanel').getByRole('alert')
  await expect(notice).toContainText('Waiting for approval since Jan 05, 2026')
  await expect(notice.getByRole('link')).toHaveAttribute('href', /^mailto:/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await notice.getByRole('button', { name: 'Resend the link' }).click()
  await expect(toastOf(page)).toContainText('Check your email')
  const sent = await db.select().from(emails).where(eq(emails.to, applicant.email))
  expect(sent.map(({ kind }) => kind)).toEqual(['email-verification'])
})

test('the typed address is carried to the reset, once [R-AUTH-14]', async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('lerato@example.com')
  const open = () => page.getByRole('button', { name: 'Forgot your password?' }).click()
  const email = page.getByRole('dialog').getByLabel('Email')
  await open()
  await expect(email).toHaveValue('lerato@example.com')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await open()
  await expect(email).toHaveValue('')
})

test('the second step has no tabs and sends a code after its sixth digit', async ({ page, signIn, db }) => {
  const { userId, email } = await signIn()
  const secret = await makeSecondFactor(db, userId)
  await page.context().clearCookies()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(SEED_PASSWORD)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Authentication code')
  await expect(code).toBeFocused()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.type(new TOTP({ secret }).generate())
  await expect(page).toHaveURL('/')
})
