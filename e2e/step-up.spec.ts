import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { fullName } from '#contract/identity/session.ts'
import { CONFIRM_FIRST } from '#contract/identity/step-up.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSecondFactor, SEED_PASSWORD, makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { versions } from '#server/database/schema/releases.ts'
import { addAuthenticator, addPasskey } from './authenticator.ts'
import { chooseOrganization } from './choose-organization.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test as base, toastOf, toastOver } from './fixtures.ts'
import { loseAnswer } from './lose-answer.ts'
import { START_SECONDS, startSecondProcess } from './own-portal.ts'

/** A second process, which asks. */
const test = base.extend<object, { strictUrl: string }>({
  strictUrl: [
    // Playwright reads a fixture's needs from this pattern.
    async ({ db: _started }, use) => {
      const server = await startSecondProcess('step-up', { STEP_UP: 'required' })
      await use(server.url)
      await server.kill('SIGTERM')
    },
    { scope: 'worker', timeout: START_SECONDS * 1000 },
  ],
})

/** As if a quarter of an hour had passed. */
const letPass = (db: Database, userId: string) =>
  db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '16 minutes'` })
    .where(eq(sessions.userId, userId))

async function protectedAgent(db: Database) {
  const agent = await makeUser(db, { role: 'agent', firstName: 'Nomsa', lastName: crypto.randomUUID().slice(0, 8) })
  await makeSecondFactor(db, agent.id)
  return agent
}

/** Up to the call that is refused. */
async function resetMfa(page: Page, name: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Reset MFA' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset MFA' }).click()
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

async function enterPassword(page: Page) {
  await question(page).getByLabel('Current password').fill(SEED_PASSWORD)
  await page.keyboard.press('Enter')
}

test('after a while an admin is asked for the password, and what was asked for is done', async ({
  page,
  db,
  signIn,
  strictUrl,
}) => {
  const { userId } = await signIn({ role: 'admin' })
  const [first, second] = [await protectedAgent(db), await protectedAgent(db)]
  await letPass(db, userId)
  await page.goto(`${strictUrl}/admin/users?role=agent&search=Nomsa`)
  await resetMfa(page, fullName(first))

  const dialog = question(page)
  const field = dialog.getByLabel('Current password')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'current-password')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('Password is required')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('That password is incorrect.')
  await field.fill(SEED_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('MFA Reset')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Actions for ${fullName(first)}` })).toBeFocused()

  await resetMfa(page, fullName(second))
  await expect(toastOf(page)).toContainText(fullName(second))
  await expect(question(page)).toHaveCount(0)
})

test('a passkey confirms in place of the password', async ({ page, db, signIn, strictUrl }) => {
  const { userId } = await signIn({ role: 'admin' })
  const agent = await protectedAgent(db)
  await addAuthenticator(page)
  await addPasskey(page)
  await letPass(db, userId)
  await page.goto(`${strictUrl}/admin/users?search=${agent.username}`)
  await resetMfa(page, fullName(agent))
  await question(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(toastOf(page)).toContainText('MFA Reset')
  await expect(question(page)).toHaveCount(0)
})

test('a user who does not confirm sees what was refused, and can try again with a code', async ({
  page,
  db,
  signIn,
  strictUrl,
}) => {
  const { userId } = await signIn({ role: 'admin' })
  const secret = await makeSecondFactor(db, userId)
  const agent = await protectedAgent(db)
  await letPass(db, userId)
  await page.goto(`${strictUrl}/admin/users?search=${agent.username}`)
  await resetMfa(page, fullName(agent))
  await expect(question(page).getByLabel('Authentication code')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Update Failed')
  await expect(toastOf(page)).toContainText(CONFIRM_FIRST)

  const again = page.getByRole('alertdialog').getByRole('button', { name: 'Reset MFA' })
  await expect(again).toBeFocused()
  await page.keyboard.press('Enter')
  const code = question(page).getByLabel('Authentication code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('no code')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/Invalid code/)
  await expectAccessible(page)
  await code.fill(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('MFA Reset')
  await expect(page.getByRole('row', { name: `@${agent.username}` })).toContainText('MFA off')
})

test('declining to sign in again over the question keeps the page', async ({ page, db, signIn, strictUrl }) => {
  const { userId } = await signIn({ role: 'admin' })
  const agent = await protectedAgent(db)
  await letPass(db, userId)
  await page.goto(`${strictUrl}/admin/users?search=${agent.username}`)
  await resetMfa(page, fullName(agent))
  await question(page).getByLabel('Current password').fill(SEED_PASSWORD)
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await page.keyboard.press('Enter')
  const signingIn = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(signingIn).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(signingIn).toHaveCount(0)
  await expect(question(page).getByLabel('Current password')).toHaveValue(SEED_PASSWORD)
})

test('a form with a file in it is sent again once the admin has confirmed', async ({ page, db, signIn, strictUrl }) => {
  const { userId } = await signIn({ role: 'admin' })
  const { name } = await makeOrganization(db, { name: `Confirmed Works ${crypto.randomUUID().slice(0, 8)}` })
  await letPass(db, userId)
  await page.goto(`${strictUrl}/admin/billing?send=1`)
  const dialog = page.getByRole('dialog', { name: 'Upload Invoice' })
  await chooseOrganization(page, name, dialog)
  await dialog.getByLabel('Invoice Number').fill(`INV ${crypto.randomUUID().slice(0, 8)}`)
  await dialog.getByLabel('Amount (ZAR)').fill('178.5')
  await dialog.getByLabel('Due Date').fill('2099-03-05')
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(400_000)])
  await dialog.getByLabel('Invoice file').setInputFiles({ name: 'march.pdf', mimeType: 'application/pdf', buffer })
  await dialog.getByRole('button', { name: 'Upload Invoice' }).click()
  await enterPassword(page)
  await expect(toastOf(page)).toContainText('Invoice Uploaded')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a draft is uploaded without a confirmation, its file is sent once, and publishing it asks', async ({
  page,
  db,
  signIn,
  strictUrl,
}) => {
  const { userId } = await signIn({ role: 'admin' })
  await letPass(db, userId)
  let puts = 0
  page.on('request', (request) => void (request.method() === 'PUT' && puts++))
  await page.goto(`${strictUrl}/admin/files?upload=new`)
  const dialog = page.getByRole('dialog', { name: 'Upload Application File' })
  const buffer = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(50_000)])
  const file = { name: 'Setup.exe', mimeType: 'application/octet-stream', buffer }
  const platform = `Confirmed ${crypto.randomUUID().slice(0, 8)}`
  await dialog.getByLabel('File', { exact: true }).setInputFiles(file)
  await dialog.getByLabel('Version', { exact: true }).fill('0.0.1-beta.1')
  await dialog.getByLabel('Platform').fill(platform)
  await dialog.getByLabel('Channel').selectOption('Beta')
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await expect(toastOf(page)).toContainText('File uploaded')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(puts).toBe(1)

  await page.getByRole('button', { name: `Publish: ${platform} 0.0.1-beta.1` }).click()
  await page
    .getByRole('dialog', { name: `Publish ${platform}` })
    .getByRole('button', { name: 'Publish Now' })
    .click()
  await enterPassword(page)
  await expect(toastOf(page)).toContainText('Version published')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const published = await db.delete(versions).where(eq(versions.platform, platform)).returning()
  expect(published).toMatchObject([{ isActive: true }])
})

test('asks for a code once two-factor authentication was turned on in another browser', async ({
  page,
  db,
  signIn,
  strictUrl,
}) => {
  const { userId } = await signIn({ role: 'admin' })
  const agent = await protectedAgent(db)
  await letPass(db, userId)
  await page.goto(`${strictUrl}/admin/users?search=${agent.username}`)
  await page.getByRole('button', { name: `Actions for ${fullName(agent)}` }).waitFor()
  const secret = await makeSecondFactor(db, userId)
  await resetMfa(page, fullName(agent))
  await enterPassword(page)
  const code = question(page).getByLabel('Authentication code')
  await expect(code).toBeFocused()
  await code.fill(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('MFA Reset')
})

test('an invitation whose answer was lost is sent once after the confirmation', async ({
  page,
  db,
  signIn,
  strictUrl,
}) => {
  const { userId, organizationId } = await signIn()
  await loseAnswer(page, '**/api/team/invitations')
  await page.goto(`${strictUrl}/team?invite=1`)
  const form = page.getByRole('dialog', { name: 'Invite Colleague' })
  await form.getByLabel('Email').fill(`${crypto.randomUUID()}@acme.example`)
  const send = form.getByRole('button', { name: 'Send Invitation' })
  await send.click()
  await expect(toastOver(page)).toContainText('Failed')
  await letPass(db, userId)
  await send.click()
  await enterPassword(page)
  await expect(toastOf(page)).toContainText('Invitation sent')
  expect(await db.$count(invitations, eq(invitations.organizationId, organizationId))).toBe(1)
})
