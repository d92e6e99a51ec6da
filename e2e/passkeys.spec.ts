import type { Page } from '@playwright/test'
import { eq, inArray } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { PASSKEY_REFUSED, PASSKEY_UNKNOWN, UNKNOWN_PASSKEY } from '#contract/identity/passkeys.ts'
import { makeSecondFactor } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { passkeyChallenges } from '#server/database/schema/identity/passkeys.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { addAuthenticator, addPasskey, addingDialog, fillAddingDialog, startAddingPasskey } from './authenticator.ts'
import { loseAnswer } from './lose-answer.ts'
import { card, expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, toastOver } from './fixtures.ts'

const sessionsOf = (db: Database, userId: string) =>
  db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))

const signInButton = (page: Page) => page.getByRole('button', { name: 'Use a passkey' })

test('a passkey is added, signs in without the password, and no longer once it is removed', async ({
  page,
  signIn,
}) => {
  test.slow()
  const { email } = await signIn()
  const authenticator = await addAuthenticator(page)
  await page.goto('/account')
  await expect(card(page, 'Passkeys')).toContainText('No passkeys yet.')
  await card(page, 'Passkeys').getByRole('button', { name: 'Add passkey' }).click()
  await addingDialog(page).getByLabel('Current password').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(addingDialog(page).getByLabel('Current password')).toHaveAccessibleDescription(
    'That password is incorrect.',
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await addPasskey(page)
  await expect(card(page, 'Passkeys')).toContainText('Never used')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await page.goto('/auth?next=/account')
  await expectAccessible(page)
  await signInButton(page).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(toastOf(page)).toContainText('Welcome back!')
  await expect(card(page, 'Email')).toContainText(email)
  await expect(card(page, 'Passkeys')).toContainText('Last used')

  await card(page, 'Passkeys').getByRole('button', { name: 'Actions for' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card(page, 'Passkeys')).toContainText('No passkeys yet.')
  await page.context().clearCookies()
  await page.goto('/auth')
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/login/passkey'))
  await signInButton(page).click()
  expect(await (await refused).json()).toMatchObject({ code: PASSKEY_UNKNOWN })
  await expect(toastOver(page)).toContainText(UNKNOWN_PASSKEY)
  await expect.poll(authenticator.passkeys).toEqual([])
})

test('with two-factor authentication, adding one takes a code, and signing in with it none', async ({
  page,
  db,
  signIn,
}) => {
  const { userId } = await signIn()
  const secret = await makeSecondFactor(db, userId)
  await addAuthenticator(page)
  await startAddingPasskey(page)
  await addingDialog(page).getByLabel('Authentication code').fill(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Passkey added')
  await page.context().clearCookies()
  await page.goto('/auth?next=/account')
  await signInButton(page).click()
  await expect(card(page, 'Two-factor authentication')).toContainText('Your passkeys sign in without a code.')
})

test('a prompt that was closed can be opened again without the password', async ({ page, signIn }) => {
  await signIn()
  const authenticator = await addAuthenticator(page)
  await authenticator.recognizesUser(false)
  await startAddingPasskey(page)
  await page.keyboard.press('Enter')
  await expect(addingDialog(page).getByRole('alert')).toContainText('The prompt was closed')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await authenticator.recognizesUser(true)
  await addingDialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(toastOf(page)).toContainText('Passkey added')

  await startAddingPasskey(page)
  await page.keyboard.press('Enter')
  await expect(addingDialog(page).getByRole('alert')).toContainText(
    'This device already has a passkey for your account.',
  )
})

test('a passkey whose answer was lost is listed', async ({ page, signIn }) => {
  await signIn()
  const authenticator = await addAuthenticator(page)
  await loseAnswer(page, '**/api/account/passkeys')
  await startAddingPasskey(page)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Failed to add the passkey')
  await expect(card(page, 'Passkeys')).toContainText('Never used')
  expect(await authenticator.passkeys()).toHaveLength(1)
})

test('a passkey that was refused leaves the browser', async ({ page, db, signIn }) => {
  const { userId } = await signIn()
  const authenticator = await addAuthenticator(page)
  await page.route('**/api/account/passkeys', async (route) => {
    await db.delete(passkeyChallenges).where(inArray(passkeyChallenges.sessionId, sessionsOf(db, userId)))
    await route.fallback()
  })
  await startAddingPasskey(page)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText(PASSKEY_REFUSED)
  await expect.poll(authenticator.passkeys).toEqual([])
  await expect(addingDialog(page).getByLabel('Current password')).toBeVisible()
})

test('an answer that is lost on the way of a proxy keeps the passkey of the browser', async ({ page, signIn }) => {
  await signIn()
  const authenticator = await addAuthenticator(page)
  await page.route('**/api/account/passkeys', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 504, body: 'Gateway Timeout' })
  })
  await startAddingPasskey(page)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Failed to add the passkey')
  await expect(card(page, 'Passkeys')).toContainText('Never used')
  expect(await authenticator.passkeys()).toHaveLength(1)
})

test('a prompt that is left alone ends with its dialog, and the next one opens', async ({ page, signIn }) => {
  await signIn()
  const authenticator = await addAuthenticator(page)
  await authenticator.answersAtOnce(false)
  await startAddingPasskey(page)
  await page.keyboard.press('Enter')
  await expect(addingDialog(page).getByRole('button', { name: 'Waiting for your browser…' })).toBeVisible()
  await addingDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(addingDialog(page)).toHaveCount(0)
  await fillAddingDialog(page)
  await authenticator.answersAtOnce(true)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Passkey added')
  expect(await authenticator.passkeys()).toHaveLength(1)
})

test('asks for a code once two-factor authentication was turned on in another browser', async ({
  page,
  db,
  signIn,
}) => {
  const { userId } = await signIn()
  await addAuthenticator(page)
  await startAddingPasskey(page)
  const secret = await makeSecondFactor(db, userId)
  await page.keyboard.press('Enter')
  await expect(addingDialog(page).getByLabel('Authentication code')).toBeVisible()
  await addingDialog(page).getByLabel('Authentication code').fill(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Passkey added')
})

test('a prompt that is closed at sign-in leaves the page as it was', async ({ page, signIn }) => {
  await signIn()
  const authenticator = await addAuthenticator(page)
  await addPasskey(page)
  await page.context().clearCookies()
  await page.goto('/auth')
  await authenticator.recognizesUser(false)
  await page.getByLabel('Email').fill('typed@acme.example')
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/login/passkey/options'))
  await signInButton(page).click()
  await asked
  await expect(toastOf(page)).toContainText('No passkey was used')
  await expect(signInButton(page)).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue('typed@acme.example')
  await authenticator.recognizesUser(true)
  await signInButton(page).click()
  await expect(page).toHaveURL(/\/$/)
})

test('it is renamed with the keyboard alone', async ({ page, signIn }) => {
  await signIn()
  await addAuthenticator(page)
  await addPasskey(page)
  await card(page, 'Passkeys').getByRole('button', { name: 'Actions for' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' })
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
  await dialog.getByLabel('Name').fill('W'.repeat(60))
  await page.keyboard.press('Enter')
  await expect(card(page, 'Passkeys').getByText('W'.repeat(60))).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('over a page whose session has ended, a passkey of the same account continues', async ({ page, db, signIn }) => {
  const { userId } = await signIn()
  await addAuthenticator(page)
  await addPasskey(page)
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByLabel('First Name').fill('Naledi')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Your session has ended' })
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(question).toHaveCount(0)
  await expect(card(page, 'Profile')).toContainText('Naledi')
})

test('a browser without passkeys says so on the account page, and offers none at sign-in', async ({ page, signIn }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(signInButton(page)).toHaveCount(0)
  await signIn()
  await page.goto('/account')
  await expect(card(page, 'Passkeys')).toContainText('Passkeys don’t work in this browser.')
})
