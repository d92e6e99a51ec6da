import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { SETUP_REPLACED } from '#contract/identity/mfa.ts'
import { makeSecondFactor, SEED_PASSWORD } from '#demo/rows/users.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { rateLimits } from '#server/database/schema/platform.ts'
import { renewBackupCodes } from '#server/identity/session/mfa/second-factor.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, toastOver } from './fixtures.ts'

/** The authenticator's code, now or some steps later: the server accepts one step ahead, and each code once. */
const codeOf = (secret: string, later = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 })

const card = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' })

async function enterPassword(page: Page, email: string) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(SEED_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('it is set up with an authenticator app, and from then on signing in takes a code', async ({
  page,
  signIn,
  db,
}) => {
  test.slow()
  const { email, userId } = await signIn()
  await openSession(db, { userId, hours: 1, ip: null, userAgent: null })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/account')
  await expect(card(page)).toContainText('Off')
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await card(page).getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  await dialog.getByLabel('Current password').fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription('That password is incorrect.')
  await expectAccessible(page)
  await dialog.getByLabel('Current password').fill(SEED_PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()

  await expect(dialog.getByRole('figure', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(dialog.getByLabel('Authentication code')).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect((await dialog.locator('code').textContent())?.replaceAll(' ', '')).toBe(secret)
  await dialog.getByLabel('Authentication code').fill('12345')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByLabel('Authentication code')).toHaveAccessibleDescription('Invalid code')
  await dialog.getByLabel('Authentication code').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()

  const saving = page.getByRole('dialog', { name: 'Save your backup codes' })
  await expect(saving.getByRole('listitem')).toHaveCount(10)
  await expect(toastOf(page)).toContainText('signing in with your password also requires a code')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Close without copying?' })
    .getByRole('button', { name: 'Go back' })
    .click()
  const codes = await saving.getByRole('listitem').allTextContents()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    saving.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('backup-codes.txt')
  expect(await readFile(await download.path(), 'utf8')).toContain(codes.join('\n'))
  await saving.getByRole('button', { name: 'Copy codes' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  await saving.getByRole('button', { name: 'I have saved them' }).click()
  await expect(card(page)).toContainText('10 of 10 backup codes left.')
  await expect(sessions).toHaveCount(1)

  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await enterPassword(page, email)
  const field = page.getByLabel('Authentication code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect((await page.request.get('/api/user')).status()).toBe(401)
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Invalid code/)
  await expect(field).toBeFocused()
  await expect(toastOf(page)).toHaveCount(0)
  await field.fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await expect(toastOf(page)).toContainText('Welcome back!')
})

test('the older of two tabs says that its QR code was replaced', async ({ page, context, signIn }) => {
  await signIn()
  const startSetup = async (tab: Page) => {
    await tab.goto('/account')
    await card(tab).getByRole('button', { name: 'Set up' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Set up two-factor authentication' })
    await dialog.getByLabel('Current password').fill(SEED_PASSWORD)
    await tab.keyboard.press('Enter')
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    return { dialog, secret, field: dialog.getByLabel('Authentication code') }
  }
  const older = await startSetup(page)
  const newer = await startSetup(await context.newPage())
  await older.field.fill(codeOf(older.secret))
  await older.field.press('Enter')
  await expect(older.field).toHaveAccessibleDescription(SETUP_REPLACED)
  await newer.field.fill(codeOf(newer.secret))
  await newer.field.press('Enter')
  await expect(newer.dialog.page().getByRole('dialog', { name: 'Save your backup codes' })).toBeVisible()
})

test('a backup code signs in without the phone; then it is turned off', async ({ page, signIn, db }) => {
  test.slow()
  const { userId, email } = await signIn({ role: 'customer' })
  const secret = await makeSecondFactor(db, userId)
  const [code = ''] = await renewBackupCodes(db, userId)
  await page.context().clearCookies()
  await enterPassword(page, email)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await enterPassword(page, email)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await expect(page.getByLabel('Backup code')).toBeFocused()
  await page.keyboard.type(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)

  await page.goto('/account')
  await expect(card(page)).toContainText('9 of 10 backup codes left.')
  await card(page).getByRole('button', { name: 'New backup codes' }).click()
  const renewing = page.getByRole('dialog', { name: 'New backup codes' })
  await renewing.getByLabel('Current password').fill(SEED_PASSWORD)
  await renewing.getByLabel('Authentication code').fill(codeOf(secret))
  await expectAccessible(page)
  await renewing.getByRole('button', { name: 'Create new codes' }).click()
  const fresh = await renewing.getByRole('listitem').first().textContent()
  await renewing.getByRole('button', { name: 'I have saved them' }).click()
  await expect(card(page)).toContainText('10 of 10 backup codes left.')

  await card(page).getByRole('button', { name: 'Turn off' }).click()
  const turningOff = page.getByRole('dialog', { name: 'Turn off two-factor authentication?' })
  await turningOff.getByLabel('Current password').fill(SEED_PASSWORD)
  await turningOff.getByLabel('Authentication code').fill(code)
  await turningOff.getByRole('button', { name: 'Turn off' }).click()
  await expect(turningOff.getByLabel('Authentication code')).toHaveAccessibleDescription(/Invalid code/)
  await expectAccessible(page)
  await turningOff.getByLabel('Authentication code').fill(fresh ?? '')
  await turningOff.getByRole('button', { name: 'Turn off' }).click()
  await expect(toastOf(page)).toContainText('Two-factor authentication is off')
  await expect(card(page).getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('an account page shows it once it was turned on or off in another browser', async ({ page, signIn, db }) => {
  const { userId } = await signIn()
  await page.goto('/account')
  await card(page).getByRole('button', { name: 'Set up' }).click()
  await makeSecondFactor(db, userId)
  const settingUp = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  await settingUp.getByLabel('Current password').fill(SEED_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toastOver(page)).toContainText('Two-factor authentication is already on.')
  await settingUp.getByRole('button', { name: 'Cancel' }).click()
  await card(page).getByRole('button', { name: 'Turn off' }).click()

  await db.update(users).set({ mfaEnabledAt: null }).where(eq(users.id, userId))
  const turningOff = page.getByRole('dialog', { name: 'Turn off two-factor authentication?' })
  await turningOff.getByLabel('Current password').fill(SEED_PASSWORD)
  await turningOff.getByLabel('Authentication code').fill('123456')
  await page.keyboard.press('Enter')
  await expect(toastOver(page)).toContainText('Two-factor authentication is not on.')
  await turningOff.getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page).getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('after too many wrong passwords from elsewhere, a code beside the password signs in', async ({
  page,
  signIn,
  db,
}) => {
  const { userId, email } = await signIn({ role: 'customer' })
  const secret = await makeSecondFactor(db, userId)
  await db.insert(rateLimits).values({ key: `sign-in by account:${email}`, points: 31, expire: Date.now() + 3_600_000 })
  await page.context().clearCookies()
  await enterPassword(page, email)
  await expect(toastOf(page)).toContainText('Too many failed sign-ins to this account.')
  await expect(page.getByLabel('Password')).toHaveValue(SEED_PASSWORD)
  await expectAccessible(page)
  await page.getByLabel('Authentication code').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toastOf(page)).toContainText('Welcome back!')
  await expect(page).toHaveURL(/\/$/)
})

test('after five wrong codes the sign-in starts over', async ({ page, signIn, db }) => {
  const { userId, email } = await signIn()
  await makeSecondFactor(db, userId)
  await page.context().clearCookies()
  await enterPassword(page, email)
  const field = page.getByLabel('Authentication code')
  for (let guess = 0; guess < 6; guess += 1) {
    await field.fill('no code')
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/api/login/mfa')),
      page.getByRole('button', { name: 'Verify' }).click(),
    ])
  }
  await expect(toastOf(page)).toContainText('Please sign in again.')
  await expect(page.getByLabel('Password')).toBeVisible()
})

test('staff who have to set it up are led to their account, whatever they open', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.route('/api/config', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), staffMfaRequired: true } })
  })
  await page.goto('/licenses')
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('alert')).toContainText('Please set up two-factor authentication first.')
  await expectAccessible(page)
})

test('with two-factor authentication, changing the address takes a code', async ({ page, signIn, db }) => {
  const { email, userId } = await signIn()
  await page.goto('/account?edit=email')
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill(`moved-${email}`)
  await dialog.getByLabel('Current password').fill(SEED_PASSWORD)
  const secret = await makeSecondFactor(db, userId)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(toastOf(page)).toContainText('Invalid code')
  await expect(dialog.getByLabel('New email')).toHaveValue(`moved-${email}`)
  await dialog.getByLabel('Authentication code').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`Waiting for moved-${email}.`)).toBeVisible()
})
