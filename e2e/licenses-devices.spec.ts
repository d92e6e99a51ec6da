import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { makeActiveLicense, makeCheckIn } from '#demo/rows/licenses.ts'
import type { Database } from '#server/database/database.ts'
import { checkIns, deviceMoves, licenses } from '#server/database/schema/licensing/licenses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, rowOf, test, toastOf, toastOver } from './fixtures.ts'

const rows = (page: Page) => page.locator('tr[data-row]')
const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const more = (page: Page, label: string) => page.getByRole('button', { name: `Actions for ${label}`, exact: true })
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Move to another PC' })

async function choose(page: Page, label: string, item: string) {
  await more(page, label).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect(dialog(page)).toBeVisible()
}

test('anyone of the organization moves a license to another PC', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn({ role: 'customer' })
  await makeActiveLicense(db, { organizationId, label: 'Front desk', deviceName: 'PC-7' })
  await page.goto('/licenses')
  await more(page, 'Front desk').press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Details',
    'Move to another PC',
    'Why doesn’t it work?',
    'History',
  ])
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Move “Front desk” to another PC?')
  await expect(dialog(page)).toHaveAccessibleDescription(
    'PC-7 stops at its next check-in, at the latest when its license file ends. The license becomes free for another PC.',
  )
  await expect(dialog(page)).toContainText('0 of 3 moves usedStarting the license on another PC counts as a move')
  await expect(dialog(page).getByRole('button', { name: 'Reset moves' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await confirm(page).click()
  await expect(toastOf(page)).toContainText('“Front desk” is free')
  await expect(toastOf(page)).toContainText('Enter its license key in the application on the new PC.')
  await expect(rowOf(page, 'Front desk')).toContainText('Unassigned')
  await expect(more(page, 'Front desk')).toBeFocused()
})

test('revoking or moving a license says that its device runs on without internet', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const offlineUntil = new Date(Date.UTC(2096, 5, 15, 12)).toISOString()
  await makeActiveLicense(db, { organizationId, label: 'Pit', deviceName: 'PIT-7', offlineUntil })
  await makeActiveLicense(db, { organizationId, label: 'Gate', deviceName: 'GATE-1' })
  const runsOn = (device: string) =>
    `Without internet, ${device} runs on until its license file ends on Jun 15, 2096: stop using it there.`
  await page.goto('/licenses')
  await choose(page, 'Pit', 'Move to another PC')
  await expect(dialog(page)).toHaveAccessibleDescription(
    `PIT-7 stops at its next check-in. ${runsOn('PIT-7')} The license becomes free for another PC.`,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Revoke Pit', exact: true }).click()
  await expect(question(page)).toHaveAccessibleDescription(
    `PIT-7 stops working with this license at its next check-in. ${runsOn('PIT-7')} You can restore the license later, for this device or another.`,
  )
  await page.keyboard.press('Escape')
  for (const label of ['Pit', 'Gate']) await page.getByRole('checkbox', { name: `Select ${label}` }).check()
  await page.getByRole('button', { name: 'Revoke 2', exact: true }).click()
  await expect(question(page)).toHaveAccessibleDescription(new RegExp(`${runsOn('one of them')}$`))
})

test('a license that runs on another PC since the question is moved only after a check', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const { id } = await makeActiveLicense(db, { organizationId, label: 'Front desk', deviceName: 'PC-7' })
  const stored = async () => (await db.select().from(licenses).where(eq(licenses.id, id)))[0]?.status
  await page.goto('/licenses')
  await choose(page, 'Front desk', 'Move to another PC')
  await expect(dialog(page)).toContainText('PC-7 stops at its next check-in')
  await db
    .update(licenses)
    .set({ deviceName: 'PC-8', updatedAt: sql`now()` })
    .where(eq(licenses.id, id))
  await confirm(page).click()
  await expect(toastOver(page)).toContainText('Someone else changed this license.')
  await expect(dialog(page)).toContainText('PC-8 stops at its next check-in')
  expect(await stored()).toBe('active')
  await confirm(page).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await stored()).toBe('unassigned')
})

test('without moves left it stays, until one of the vendor’s people resets them', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  const label = `Studio ${crypto.randomUUID().slice(0, 8)}`
  const { id: licenseId } = await makeActiveLicense(db, { organizationId, label })
  await db.insert(deviceMoves).values(Array.from({ length: 3 }, () => ({ organizationId, licenseId })))
  await page.goto('/licenses')
  await choose(page, label, 'Move to another PC')
  await expect(dialog(page)).toContainText('3 of 3 moves used')
  await expect(dialog(page).getByRole('alert')).toContainText(/It can move again after \w{3} \d\d, \d{4}\./)
  await expect(confirm(page)).toBeDisabled()

  await signIn({ role: 'admin' })
  await page.goto(`/licenses?search=${encodeURIComponent(label)}`)
  await choose(page, label, 'Move to another PC')
  await dialog(page).getByRole('button', { name: 'Reset moves' }).click()
  await expect(question(page)).toHaveAccessibleName(`Reset the moves of “${label}”?`)
  await expect(question(page)).toHaveAccessibleDescription(/can move to another PC 3 more times in 30 days/)
  await expectAccessible(page)
  expect(await db.$count(deviceMoves, eq(deviceMoves.licenseId, licenseId))).toBe(3)
  await question(page).getByRole('button', { name: 'Reset moves' }).click()
  await expect(toastOver(page)).toContainText('Moves reset')
  await expect(dialog(page)).toContainText('0 of 3 moves used')
  await confirm(page).click()
  await expect(rowOf(page, label)).toContainText('Unassigned')
})

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()

async function makeSeen(db: Database, organizationId: string, label: string, days: number) {
  const { id: licenseId } = await makeActiveLicense(db, { organizationId, label, activatedAt: daysAgo(200) })
  await makeCheckIn(db, { organizationId, licenseId, lastCheckIn: daysAgo(days) })
  return licenseId
}

test('silent devices are counted, listed and released together', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn({ role: 'customer', licenseLimit: 10 })
  for (const days of [1, 40, 100, 70]) await makeSeen(db, organizationId, `Seen ${days}`, days)
  await page.goto('/licenses')
  const chips = page.getByRole('list', { name: 'Quick filters' }).getByRole('button')
  await expect(chips).toHaveText(['Not seen 30+ days3', 'Not seen 60+ days2', 'Not seen 90+ days1'])
  await chips.nth(1).click()
  await expect(page).toHaveURL('/licenses?silent=60')
  await expect(chips.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Nothing is released automatically')).toBeVisible()
  await page.reload()
  await expect(rows(page)).toContainText(['Seen 100', 'Seen 70'])
  await expect(page.getByRole('link', { name: 'Export' })).toHaveAttribute('href', /silent=60/)
  await expectNoSidewaysScroll(page)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Release 2' }).click()
  await expect(question(page)).toHaveAccessibleName('Release 2 licenses?')
  await expect(question(page).getByRole('listitem')).toContainText([/Seen 100.*Last seen/, /Seen 70.*Last seen/])
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Release' }).click()
  await expect(toastOf(page)).toContainText('2 licenses released')
  await expect(page.getByText('Every device has checked in within the last 60 days.')).toBeVisible()
  await expect(chips.first()).toHaveText('Not seen 30+ days1')
  await page.getByRole('button', { name: 'Show all licenses' }).click()
  await expect(page).toHaveURL('/licenses')
  await expect(rows(page)).toHaveCount(4)
})

test('a silent device that was seen again since it was listed is not released', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeSeen(db, organizationId, 'Seen 100', 100)
  const id = await makeSeen(db, organizationId, 'Seen 70', 70)
  await page.goto('/licenses?silent=60')
  await expect(rows(page)).toContainText(['Seen 100', 'Seen 70'])
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Release 2' }).click()
  await db
    .update(checkIns)
    .set({ lastCheckIn: daysAgo(0) })
    .where(eq(checkIns.licenseId, id))
  await question(page).getByRole('button', { name: 'Release' }).click()
  await expect(toastOf(page)).toContainText('1 license released')
  await expect(toastOf(page)).toContainText(
    'The device has been seen again, or got a license file, since the list was shown.',
  )
  const [kept] = await db.select().from(licenses).where(eq(licenses.id, id))
  expect(kept?.status).toBe('active')
})

test('where every device checks in, nothing is said of silence', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeSeen(db, organizationId, 'Seen', 1)
  const answered = page.waitForResponse('**/api/licenses/silent')
  await page.goto('/licenses')
  expect((await answered).status()).toBe(200)
  await expect(rowOf(page, 'Seen')).toBeVisible()
  await expect(page.getByText('Not seen')).toHaveCount(0)
})
