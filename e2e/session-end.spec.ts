import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { makeSecondFactor, makeUser, SEED_PASSWORD } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { sessions, users } from '#server/database/schema/identity/users.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, toastOver, unique } from './fixtures.ts'
import { settled } from './settled.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

const endSession = (db: Database, userId: string) => db.delete(sessions).where(eq(sessions.userId, userId))

async function enterPassword(page: Page, password = SEED_PASSWORD) {
  await question(page).getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('signs in over a form and creates the license that was typed', async ({ page, db, signIn }) => {
  const { userId, email } = await signIn()
  await page.goto('/licenses?create=1')
  const form = page.getByRole('dialog', { name: 'Create License' })
  await form.getByLabel('Label').fill('Typed before')
  await settled(page)
  await endSession(db, userId)
  await form.getByRole('button', { name: 'Create License' }).click()

  await expect(question(page).getByLabel('Email')).toHaveValue(email)
  await expect(question(page).getByLabel('Email')).not.toBeEditable()
  await expect(question(page).getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await enterPassword(page, 'not the password')
  await expect(question(page).getByRole('alert')).toContainText('Invalid email or password')
  await enterPassword(page)
  await expect(question(page)).toHaveCount(0)
  await expect(toastOf(page)).toContainText('License created')
  await expect(page).toHaveURL(/^[^?]*\/licenses/)
  await expect(page.getByText('Typed before').first()).toBeVisible()
})

test('asks for the code too, and sends the reply', async ({ page, db, signIn }) => {
  const { userId, organizationId } = await signIn({ role: 'customer' })
  const secret = await makeSecondFactor(db, userId)
  const { id } = await makeTicket(db, { organizationId, userId })
  await page.goto(`/support?ticket=${id}`)
  const ticket = page.getByRole('dialog', { name: 'Ticket Details' })
  await ticket.getByLabel('Add Comment').fill('It still beeps.')
  await settled(page)
  await endSession(db, userId)
  await page.keyboard.press('Control+Enter')
  await enterPassword(page)
  await question(page).getByLabel('Authentication code').fill(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(ticket.getByRole('region', { name: 'Messages' })).toContainText('It still beeps.')
})

test('a declined sign-in keeps what was typed, and the next try asks again', async ({ page, db, signIn }) => {
  const { userId } = await signIn()
  await page.goto('/billing')
  await page.getByRole('button', { name: 'Edit details' }).click()
  const form = page.getByRole('dialog', { name: 'Billing details' })
  await form.getByLabel('Address').fill('12 Shaft Road')
  await settled(page)
  await endSession(db, userId)
  const save = () => form.getByLabel('VAT number').press('Enter')
  await save()
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(toastOver(page)).toContainText('Your session has ended')
  await expect(form.getByLabel('Address')).toHaveValue('12 Shaft Road')
  await save()
  await enterPassword(page)
  await expect(toastOf(page)).toContainText('Billing details saved')
})

test('a page that loads something is shown after signing in', async ({ page, db, signIn }) => {
  const { userId, organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Shown after' })
  await page.goto('/downloads')
  await expect(page.getByRole('heading', { name: 'Downloads', level: 1 })).toBeVisible()
  await settled(page)
  await endSession(db, userId)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Licenses' }).click()
  await enterPassword(page)
  await expect(page.getByText('Shown after').first()).toBeVisible()
  await expect(page).toHaveURL('/licenses')
})

test('another user signs in at /auth, and never sees the page of the first', async ({ page, db, signIn }) => {
  const { userId, organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Of the first' })
  const second = await makeUser(db, { role: 'admin' })
  await page.goto('/licenses')
  await expect(page.getByText('Of the first').first()).toBeVisible()
  await settled(page)
  await endSession(db, userId)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Downloads' }).click()
  await question(page).getByRole('button', { name: 'Use another account' }).click()
  await expect(page).toHaveURL('/auth?next=/downloads')
  await expect(page.getByText('Of the first')).toHaveCount(0)
  await page.getByLabel('Email').fill(second.email)
  await page.getByLabel('Password', { exact: true }).fill(SEED_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/downloads')
})

test('typing a reply without a session never moves the focus into a question', async ({ page, db, signIn }) => {
  const { userId: customer, organizationId } = await signIn()
  const { id } = await makeTicket(db, { organizationId, userId: customer })
  const { userId } = await signIn({ role: 'agent' })
  await page.goto(`/support?open=${id}`)
  const reply = page.getByRole('textbox', { name: 'Reply to customer' })
  await reply.fill('The first half')
  await settled(page)
  await endSession(db, userId)
  await page.keyboard.press('Control+Enter')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reply).toBeFocused()
  await expect(reply).toBeEditable()
  // Colleagues see that the agent types, until the session ends.
  const isSign = ({ url, status }: { url: string; status: number }) => url.endsWith('/presence') && status === 401
  const sign = page.waitForResponse((answer) => isSign({ url: answer.url(), status: answer.status() }))
  await page.keyboard.press('End')
  await page.keyboard.type(', and')
  await sign
  await settled(page)
  await page.keyboard.type(' the second')
  await expect(reply).toHaveValue('The first half, and the second')
  await expect(question(page)).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(question(page)).toBeVisible()
})

test('another user on the same tab does not see what the first opened from the palette', async ({
  page,
  db,
  signIn,
}) => {
  const { userId, organizationId } = await signIn()
  const label = unique('Of the first')
  await makeLicense(db, { organizationId, label })
  const second = await makeUser(db, { role: 'agent' })
  await page.goto('/downloads')
  const openPalette = () => page.getByRole('button', { name: 'Search or go to…' }).click()
  await openPalette()
  const palette = page.getByRole('dialog', { name: 'Search or go to' })
  await palette.getByRole('combobox').fill(label)
  await palette.getByRole('option', { name: label }).click()
  await expect(page.getByRole('dialog', { name: label })).toBeVisible()
  await page.keyboard.press('Escape')
  await settled(page)
  await endSession(db, userId)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }).click()
  await question(page).getByRole('button', { name: 'Use another account' }).click()
  await page.getByLabel('Email').fill(second.email)
  await page.getByLabel('Password', { exact: true }).fill(SEED_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await openPalette()
  await expect(palette.getByRole('option', { name: 'Customers' })).toBeVisible()
  await expect(palette.getByText(label)).toHaveCount(0)
})

test('signing in again in another tab answers the question of this one', async ({ page, context, db, signIn }) => {
  const { userId, email } = await signIn()
  await page.goto('/licenses?create=1')
  await page.getByRole('dialog', { name: 'Create License' }).getByLabel('Label').fill('Typed before')
  await settled(page)
  await endSession(db, userId)
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/auth')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(SEED_PASSWORD)
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(other).toHaveURL('/')
  await expect(question(page)).toHaveCount(0)
  await expect(toastOf(page)).toContainText('License created')
})

test('after signing in with another role, every tab shows what that role sees', async ({
  page,
  context,
  db,
  signIn,
}) => {
  const { userId, organizationId } = await signIn()
  const { licenseKey } = await makeActiveLicense(db, { organizationId, label: 'Front desk' })
  await page.goto('/licenses')
  await expect(page.getByRole('row', { name: 'Front desk' })).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Team' }).click()
  await settled(page)
  const other = await context.newPage()
  await other.goto('/licenses')
  await expect(other.getByText(licenseKey.slice(0, 8)).first()).toBeVisible()
  await db.update(users).set({ role: 'customer' }).where(eq(users.id, userId))
  await endSession(db, userId)
  await navigation.getByRole('link', { name: 'Downloads' }).click()
  const reread = other.waitForRequest(/api.licenses/)
  await question(page).waitFor()
  await enterPassword(page)
  await expect(navigation.getByRole('link', { name: 'Team' })).toHaveCount(0)
  await expect(other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' })).toHaveCount(0)
  await reread
  const read = page.waitForRequest(/api.licenses/)
  await navigation.getByRole('link', { name: 'Licenses' }).click()
  await read
  await expect(page.getByRole('button', { name: 'Create License' })).toHaveCount(0)
})
