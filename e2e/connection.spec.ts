import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { sessions } from '#server/database/schema/identity/users.ts'
import { issueLink } from '#server/identity/session/registration/links.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOver } from './fixtures.ts'
import { settled } from './settled.ts'

/** Also behind a dialog. */
const pill = (page: Page) =>
  page.getByRole('banner', { includeHidden: true }).getByRole('status', { includeHidden: true })
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
const inviteDialog = (page: Page) => page.getByRole('dialog', { name: 'Invite Colleague' })
const invite = (page: Page) => page.getByRole('button', { name: 'Invite Colleague' })

const INVITE = '**/assets/invite-dialog-*.js'

test('opens a dialog offline, because its code has loaded while the browser was idle', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  const loaded = page.waitForResponse(INVITE)
  await page.goto('/team')
  await page.mouse.move(10, 10)
  await (await loaded).finished()
  await context.setOffline(true)
  await expect(pill(page)).toHaveText('Offline')
  await expectAccessible(page)
  await invite(page).click()
  await inviteDialog(page).getByLabel('Email').fill('thandi@example.com')
  await page.keyboard.press('Enter')
  await expect(toastOver(page)).toContainText('You are offline.')
  await context.setOffline(false)
  await expect(pill(page)).toHaveText('System Healthy')
  await expect(inviteDialog(page).getByLabel('Email')).toHaveValue('thandi@example.com')
})

test('keeps the page when code cannot be loaded offline, and opens it back online', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  await page.route(INVITE, (route) => route.abort())
  await page.goto('/team')
  const heading = page.getByRole('heading', { name: 'Team', level: 1 })
  await expect(heading).toBeVisible()
  await settled(page)
  await context.setOffline(true)
  await invite(page).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This opens as soon as you are back online.' })
  await expect(notice).toBeVisible()
  await expect(heading).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await goTo(page, 'Downloads')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You are offline.')
  await page.unroute(INVITE)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Downloads', level: 1 })).toBeVisible()
  await goTo(page, 'Team')
  await invite(page).click()
  await expect(inviteDialog(page)).toBeVisible()
})

test('opens a waiting dialog once the server answers', async ({ page, signIn }) => {
  await signIn()
  await page.route(INVITE, (route) => route.abort())
  await page.goto('/team')
  await expect(pill(page)).toHaveText('System Healthy')
  await settled(page)
  await page.route('**/api/**', (route) => route.abort())
  await invite(page).click()
  await expect(page.getByRole('alert')).toContainText('Cannot reach the server.')
  await page.unrouteAll()
  await expect(inviteDialog(page)).toBeVisible()
})

test('says only once that it waits for the server, however often it tries', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn()
  let tries = 0
  await page.route(INVITE, (route) => {
    tries++
    return route.abort()
  })
  await page.goto('/team')
  await expect(pill(page)).toHaveText('System Healthy')
  await settled(page)
  await page.route('**/api/**', (route) => route.abort())
  await invite(page).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Cannot reach the server.' })
  const first = await notice.elementHandle()
  const before = tries
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return tries
    })
    .toBeGreaterThan(before + 2)
  await expect(notice).toBeVisible()
  expect(await first?.evaluate((element) => element.isConnected)).toBe(true)
})

test('the pill says when the server does not answer, and recovers', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/downloads')
  await expect(pill(page)).toHaveText('System Healthy')
  await settled(page)
  await page.route('**/api/**', (route) => route.abort())
  await goTo(page, 'Billing')
  await expect(pill(page)).toHaveText('Cannot reach the server')
  await expectAccessible(page)
  await page.unrouteAll()
  await expect(pill(page)).toHaveText('System Healthy')
})

test('loads the page again, once, when a deployment has replaced its code', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/team')
  await settled(page)
  let loads = 0
  page.on('load', () => loads++)
  await page.route('**/assets/downloads-page-*.js', (route) => route.fulfill({ status: 404 }))
  await goTo(page, 'Downloads')
  await expect(page.getByRole('alert')).toContainText('The portal has been updated.')
  await expect.poll(() => loads).toBe(1)
  await expect(page.getByRole('alert')).toContainText('The portal has been updated.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Downloads', level: 1 })).toBeVisible()
})

for (const missing of ['kit-*.js', 'kit-*.css'])
  test(`a page whose ${missing} cannot be loaded tries again, later each time, and then says so`, async ({ page }) => {
    await page.clock.install()
    await page.route(`**/assets/${missing}`, (route) => route.fulfill({ status: 404 }))
    let loads = 0
    page.on('load', () => loads++)
    await page.goto('/auth')
    const notice = page.getByRole('status')
    for (const [earlier, seconds] of [1, 2, 4, 8, 16].entries()) {
      await page.clock.runFor(100)
      await expect(notice).toContainText('The portal could not be loaded. Trying again...')
      await page.clock.runFor(seconds * 1000 - 200)
      expect(loads).toBe(earlier + 1)
      await page.clock.runFor(200)
      await expect.poll(() => loads).toBe(earlier + 2)
    }
    await page.clock.runFor(100)
    await expect(notice).toContainText('Check your connection, and reload the page.')
    await page.clock.runFor(60_000)
    expect(loads).toBe(6)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.clock.runFor(100)
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  })

test('a browser that lacks what the portal uses names those that are new enough, as the README does', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Set.prototype, 'union'))
  await page.goto('/auth')
  const notice = page.getByRole('status')
  await expect(notice).toContainText('This browser is too old for the portal.')
  const [versions] = (await notice.textContent())!.match(/Chrome.*them/)!
  expect(await readFile('README.md', 'utf8')).toContain(versions)
})

test('a page that could not be loaded waits for a connection before it tries again', async ({ page, context }) => {
  await page.clock.install()
  await page.route('**/assets/kit-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/auth')
  await page.clock.runFor(100)
  await expect(page.getByRole('status')).toContainText('Trying again...')
  await page.unrouteAll()
  await context.setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await page.clock.runFor(2000)
  await expect(page.getByRole('status')).toContainText('Trying again...')
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('a deployment takes nothing that was typed', async ({ page, db, signIn }) => {
  const { userId } = await signIn()
  await page.route('**/assets/session-end-dialog-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/team?invite=1')
  const email = inviteDialog(page).getByLabel('Email')
  await email.fill('thandi@example.com')
  await settled(page)
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The portal has been updated.')).toBeVisible()
  await expect(email).toHaveValue('thandi@example.com')
})

test('a link that confirms an address is not called invalid without a connection, and works later and again', async ({
  page,
  db,
  signIn,
}) => {
  const { userId } = await signIn({ isVerified: false })
  const token = await issueLink(db, { userId, purpose: 'email-verification', minutes: 5 })
  await page.route('**/api/auth/verify-email', (route) => route.abort())
  await page.goto(`/auth?verify=${token}`)
  await expect(page.getByRole('alert')).toContainText('Failed to confirm your email address. Please try again.')
  await expectAccessible(page)
  await page.unrouteAll()
  const message = 'Too many attempts. Please wait a moment and try again.'
  await page.route('**/api/auth/verify-email', (route) => route.fulfill({ status: 429, json: { message } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText(message)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await page.goto(`/auth?verify=${token}`)
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
})

test('an invitation is not called invalid without a connection, and is read again', async ({ page }) => {
  await page.route('**/api/invitations/*', (route) => route.abort())
  await page.goto(`/auth?invite=${'a'.repeat(43)}`)
  const dialog = page.getByRole('dialog', { name: 'Invitation' })
  await expect(dialog.getByRole('alert')).toContainText('Failed to load the invitation. Please try again.')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This invitation is no longer valid.')
})
