import type { Browser } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { SEED_PASSWORD, makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, card } from './fixtures.ts'

const NEW_PASSWORD = 'a brand new password'

/** The same person in another browser. */
async function elsewhere(browser: Browser, email: string, password = SEED_PASSWORD) {
  const context = await browser.newContext({ userAgent: FIREFOX })
  const page = await context.newPage()
  const answer = await page.request.post('/api/login', { data: { email, password } })
  return { page, status: answer.status() }
}
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The path of the link in the newest mail to this address. */
async function linkTo(db: Database, address: string) {
  const [mail] = await db.select().from(emails).where(eq(emails.to, address)).orderBy(desc(emails.createdAt)).limit(1)
  return mail?.text.match(/\/auth\?verify=[\w-]{43}/)?.[0] ?? ''
}

test('the user menu leads to the account, which is accessible and fits the narrowest phone', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(card(page, 'Sessions').getByText('This device')).toBeVisible()
  for (const name of ['Profile', 'Email', 'Password', 'Two-factor authentication', 'Notifications'])
    await expect(card(page, name)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

for (const name of ['profile', 'email', 'password']) {
  test(`the ${name} dialog has an address, is accessible and fits the narrowest phone`, async ({ page, signIn }) => {
    await signIn()
    await page.goto(`/account?edit=${name}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}

test('a name is changed with the keyboard alone, and shown at once', async ({ page, signIn, db }) => {
  const { organization } = await signIn()
  const { username: taken } = await makeUser(db)
  await page.goto('/account')
  await expect(card(page, 'Profile')).toContainText('RoleAdministrator')
  await expect(card(page, 'Profile')).toContainText(organization)
  await page.getByRole('button', { name: 'Edit profile' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit profile' })
  await page.reload()
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await page.keyboard.type('Naledi')
  await dialog.getByLabel('First Name').fill('')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('First Name')).toHaveAccessibleDescription('First name is required')
  await page.keyboard.type('Naledi')
  await dialog.getByLabel('Username').fill(taken)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Username')).toHaveAccessibleDescription('This username is already taken.')
  await dialog.getByLabel('Username').fill(`naledi-${crypto.randomUUID().slice(0, 8)}`)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Profile updated')
  await expect(dialog).toHaveCount(0)
  await expect(card(page, 'Profile')).toContainText('Naledi Dlamini')
  await page.getByRole('button', { name: 'User menu' }).click()
  await expect(page.getByText('Naledi Dlamini').last()).toBeVisible()
})

test('changes the address when the emailed link is opened', async ({ page, signIn, db }) => {
  const { email } = await signIn({ isVerified: false })
  const address = `moved-${email}`
  await page.goto('/account')
  await expect(card(page, 'Email')).toContainText('Not verified')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill(address)
  await dialog.getByLabel('Current password').fill('not the password')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription('That password is incorrect.')
  await dialog.getByLabel('Current password').fill(SEED_PASSWORD)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(toastOf(page)).toContainText(`We sent a link to ${address}.`)
  await expect(card(page, 'Email')).toContainText(`Waiting for ${address}.`)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(card(page, 'Email')).not.toContainText('Waiting for')
  await page.goto(await linkTo(db, address))
  await expect(page.getByRole('alert')).toContainText('This link is no longer valid.')

  await page.goto('/account?edit=email')
  await dialog.getByLabel('New email').fill(address)
  await dialog.getByLabel('Current password').fill(SEED_PASSWORD)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(card(page, 'Email')).toContainText(`Waiting for ${address}.`)
  await page.goto(await linkTo(db, address))
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/account')
  await expect(card(page, 'Email')).toContainText(address)
  await expect(card(page, 'Email')).toContainText('Verified')
})

test('the link for the present address can be sent again', async ({ page, signIn, db }) => {
  const { email } = await signIn({ role: 'customer', isVerified: false })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(toastOf(page)).toContainText('Check your email')
  await page.goto(await linkTo(db, email))
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await page.goto('/account')
  await expect(card(page, 'Email').getByText('Verified', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend link' })).toHaveCount(0)
})

test('a new password signs out everywhere else, and only the new one works', async ({ page, signIn, browser }) => {
  const { email } = await signIn()
  const other = await elsewhere(browser, email)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  const change = async (current: string, next: string) => {
    await dialog.getByLabel('Current password').fill(current)
    await dialog.getByLabel('New password').fill(next)
    await dialog.getByRole('button', { name: 'Change password' }).click()
  }
  await change('not the password', NEW_PASSWORD)
  await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription('That password is incorrect.')
  await change(SEED_PASSWORD, 'password1')
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(dialog.getByLabel('New password')).toHaveAttribute('type', 'text')
  await expect(dialog.getByLabel('New password')).toHaveAccessibleDescription(/too common/)
  await change(SEED_PASSWORD, NEW_PASSWORD)
  await expect(toastOf(page)).toContainText('Password changed')
  await expect(dialog).toHaveCount(0)
  await expect(card(page, 'Sessions').getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(card(page, 'Profile')).toBeVisible()
  expect((await other.page.request.get('/api/user')).status()).toBe(401)
  expect((await elsewhere(browser, email)).status).toBe(401)
  expect((await elsewhere(browser, email, NEW_PASSWORD)).status).toBe(200)
})

test('sessions are listed and signed out, one or all others', async ({ page, signIn, browser }) => {
  const { email } = await signIn({ role: 'agent' })
  const other = await elsewhere(browser, email)
  await page.goto('/account')
  const sessions = card(page, 'Sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'Firefox on Linux' })).toContainText(
    'Last used just now',
  )
  await sessions.getByRole('button', { name: 'Revoke Firefox on Linux' }).click()
  await expect(toastOf(page)).toContainText('Session signed out')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await other.page.goto('/')
  await expect(other.page).toHaveURL(/\/auth$/)

  await Promise.all([elsewhere(browser, email), elsewhere(browser, email)])
  await page.reload()
  await sessions.getByRole('button', { name: 'Sign out all other sessions' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out all other sessions?' })
  await expect(question).toContainText('2 other sessions end immediately.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(toastOf(page)).toContainText('All other sessions signed out')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByRole('button')).toHaveCount(0)
})

test('opening the account again shows what happened in another browser', async ({ page, signIn, browser }) => {
  const { email } = await signIn({ role: 'customer' })
  await page.goto('/account')
  await expect(card(page, 'Sessions').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Downloads' }).click()
  const other = await elsewhere(browser, email)
  const data = { email: `moved-${email}`, password: SEED_PASSWORD }
  expect((await other.page.request.post('/api/account/email', { data })).status()).toBe(200)
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(card(page, 'Sessions').getByRole('listitem')).toHaveCount(2)
  await expect(card(page, 'Email')).toContainText(`Waiting for moved-${email}.`)
})

test('a switch for mail stays as it was left', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account')
  const invoices = page.getByRole('switch', { name: 'Invoices' })
  await expect(page.getByRole('switch')).toHaveCount(6)
  await expect(invoices).toBeChecked()
  const saved = page.waitForResponse('**/api/account/notifications')
  await invoices.press('Space')
  await expect(invoices).not.toBeChecked()
  await saved
  await page.reload()
  await expect(invoices).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Team' })).toBeChecked()
})

test('offers the emails that concern the role', async ({ page, signIn }) => {
  for (const [role, kinds] of [
    ['customer', ['License requests', 'Support tickets']],
    ['admin', ['Support tickets']],
  ] as const) {
    await signIn({ role })
    await page.goto('/account')
    await expect(card(page, 'Sessions').getByText('This device')).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(kinds.length)
    for (const name of kinds) await expect(page.getByRole('switch', { name })).toBeChecked()
  }
})

test('a banner asks for the confirmation of the address on every screen, until it is given', async ({
  page,
  signIn,
  db,
}) => {
  const { email } = await signIn({ role: 'customer', isVerified: false })
  await page.goto('/downloads')
  const banner = page.getByRole('complementary', { name: 'Email address not verified' })
  await expect(banner).toContainText(`Not verified: open the link that we sent to ${email}`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await banner.getByRole('button', { name: 'Resend link' }).click()
  await expect(toastOf(page)).toContainText('Check your email')
  await page.goto('/account')
  await expect(card(page, 'Email')).toContainText('Not verified')
  await expect(banner).toHaveCount(0)
  await page.goto(await linkTo(db, email))
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await page.goto('/downloads')
  await expect(page.getByRole('heading', { name: 'Downloads', level: 1 })).toBeVisible()
  await expect(banner).toHaveCount(0)
})
