import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import type { Database } from '#server/database/database.ts'
import { enrollmentKeys as keyTable } from '#server/database/schema/licensing/licenses.ts'
import { chooseOrganization } from './choose-organization.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, inDays } from './fixtures.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Enrollment Keys', exact: true })
const rowOf = (page: Page, label: string) => card(page).getByRole('row', { name: label })
const dialog = (page: Page) => page.getByRole('dialog')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** The keys are below the list and mount at the first input. */
async function openKeys(page: Page) {
  await page.goto('/licenses')
  await page.locator('#enrollment-keys').hover()
}

type Facts = Partial<typeof keyTable.$inferInsert> & { organizationId: string }

const makeKey = (db: Database, facts: Facts) =>
  db.insert(keyTable).values({
    label: 'Lab roll-out',
    keyHash: Buffer.from(crypto.randomUUID()),
    hint: '9XK2P',
    ...facts,
  })

test('a list of keys scrolls inside its card at a zoom of 200%', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeKey(db, { organizationId, label: 'Machines of all departments at the head office' })
  await page.setViewportSize({ width: 640, height: 360 })
  await openKeys(page)
  await expect(rowOf(page, 'Machines')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640)
})

test('a key is made, shown once with its command, and enrolls a device', async ({
  page,
  context,
  request,
  signIn,
  db,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Waiting' })
  await openKeys(page)
  await expect(card(page)).toContainText('No enrollment keys yet.')
  await card(page).getByRole('button', { name: 'New Enrollment Key' }).click()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await expect(page).toHaveURL('/licenses?add=enrollment-key')
  await dialog(page).getByRole('button', { name: 'Create Key' }).click()
  await expect(dialog(page)).toContainText('Name is required')
  await dialog(page).getByLabel('Name').fill('Warehouse')
  await dialog(page).getByLabel('Uses (optional)').fill('0')
  await dialog(page).getByLabel('Last day (optional)').fill('2020-01-01')
  await dialog(page).getByRole('button', { name: 'Create Key' }).click()
  await expect(dialog(page)).toContainText('Uses must be a whole number from 1 to 100,000')
  await expect(dialog(page)).toContainText('The expiry must be in the future')
  await dialog(page).getByLabel('Uses (optional)').fill('30')
  await dialog(page).getByLabel('Last day (optional)').fill('2099-12-31')
  await dialog(page).getByRole('button', { name: 'Create Key' }).click()

  await expect(page.getByRole('heading', { name: 'Enrollment key “Warehouse”' })).toBeVisible()
  await expect(dialog(page)).toContainText('it is not shown again')
  await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeFocused()
  await expectAccessible(page)
  const key = (await dialog(page).getByRole('code').first().textContent()) ?? ''
  expect(key).toMatch(/^ENR(-[0-9A-Z]{5}){5}$/)
  await dialog(page).getByRole('button', { name: 'Copy enrollment key' }).click()
  await expect(toastOf(page)).toContainText('Enrollment key copied to clipboard.')
  expect(await clipboard(page)).toBe(key)
  await dialog(page).getByRole('button', { name: 'Copy command' }).click()
  await expect(toastOf(page)).toContainText('Command copied to clipboard.')
  expect(await clipboard(page)).toBe(`msiexec /i Setup.msi /qn ENROLLKEY=${key}`)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/licenses')

  await expect(rowOf(page, 'Warehouse')).toContainText('0 of 30')
  await expect(rowOf(page, 'Warehouse')).toContainText('Dec 31, 2099')
  await expect(rowOf(page, 'Warehouse')).toContainText(`ENR-…${key.slice(-5)}`)
  const device = { deviceFingerprint: crypto.randomUUID(), deviceName: 'PC-7', deviceOs: 'Windows 11' }
  const enrolled = await request.post(enrollmentKeys.enroll.url, { data: { enrollmentKey: key, ...device } })
  expect(enrolled.status()).toBe(200)
  await page.reload()
  await expect(rowOf(page, 'Warehouse')).toContainText('1 of 30')
  await page.getByRole('button', { name: 'Actions for Waiting' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(dialog(page)).toContainText('Enrolled with “Warehouse” by PC-7')
  await page.keyboard.press('Escape')

  // No license is free any more: the next device gets a new one.
  const next = { deviceFingerprint: crypto.randomUUID(), deviceName: 'PC-8', deviceOs: 'Windows 11' }
  const created = await request.post(enrollmentKeys.enroll.url, { data: { enrollmentKey: key, ...next } })
  expect(created.status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Actions for PC-8' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(dialog(page)).toContainText('Created with “Warehouse” by PC-8')
})

test('an administrator decides whether a key creates licenses', async ({ page, request, signIn }) => {
  await signIn({ licenseLimit: 3 })
  await page.goto('/licenses?add=enrollment-key')
  await dialog(page).getByLabel('Name').fill('Warehouse')
  await expect(dialog(page).getByLabel('Create licenses when none are free')).toBeChecked()
  await dialog(page).getByLabel('Create licenses when none are free').uncheck()
  await dialog(page).getByRole('button', { name: 'Create Key' }).click()
  const enrollmentKey = (await dialog(page).getByRole('code').first().textContent()) ?? ''
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const device = { deviceFingerprint: crypto.randomUUID(), deviceName: 'PC-9', deviceOs: 'Windows 11' }
  const refused = await request.post(enrollmentKeys.enroll.url, { data: { enrollmentKey, ...device } })
  expect([refused.status(), await refused.json()]).toEqual([
    403,
    expect.objectContaining({ reason: 'NO_FREE_LICENSE' }),
  ])
})

test('a double click on Pause does not resume the key, although the first click is answered in between', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  await makeKey(db, { organizationId })
  await openKeys(page)
  const row = rowOf(page, 'Lab roll-out')
  const changes: unknown[] = []
  page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.postDataJSON()))
  await row.getByRole('button', { name: 'Pause Lab roll-out' }).click()
  await expect(row.getByRole('button', { name: 'Resume Lab roll-out' })).toBeEnabled()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await row.getByRole('button', { name: 'Edit Lab roll-out' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Enrollment Key' })).toBeVisible()
  expect(changes).toEqual([{ isPaused: true }])
})

test('a key is paused, resumed, changed and deleted', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeKey(db, { organizationId, maxUses: 5, uses: 3, expiresAt: inDays(30) })
  await openKeys(page)
  const row = rowOf(page, 'Lab roll-out')
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Pause Lab roll-out' }).click()
  await expect(toastOf(page)).toContainText('Enrollment key paused')
  await expect(row).toContainText('Paused')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toContainText('Enrollment key resumed')
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Pause Lab roll-out' }).click()
  await expect(row).toContainText('Paused')
  await row.getByRole('button', { name: 'Resume Lab roll-out' }).click()
  await expect(toastOf(page)).toContainText('Enrollment key resumed')
  await expect(row).toContainText('Active')

  await row.getByRole('button', { name: 'Edit Lab roll-out' }).click()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await dialog(page).getByLabel('Uses (optional)').fill('2')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toContainText('This key has been used 3 times already')
  await dialog(page).getByLabel('Uses (optional)').fill('')
  await dialog(page).getByLabel('Last day (optional)').fill('')
  await dialog(page).getByLabel('Name').fill('Midrand')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('Enrollment key updated')
  await expect(rowOf(page, 'Midrand')).toContainText('Never')
  await expect(rowOf(page, 'Midrand')).not.toContainText('of 5')

  await rowOf(page, 'Midrand').getByRole('button', { name: 'Delete Midrand' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Delete “Midrand”?' })
  await expect(confirm).toContainText('keep their licenses')
  await expectAccessible(page)
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Enrollment key deleted')
  await expect(card(page)).toContainText('No enrollment keys yet.')
})

test('every state has its word, an expired key can be renamed, and nothing sticks out of a phone', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const pausedAt = inDays(-1)
  await makeKey(db, { organizationId, label: 'Is active' })
  await makeKey(db, { organizationId, label: 'Is paused', pausedAt })
  await makeKey(db, { organizationId, label: 'Is used up', maxUses: 2, uses: 2 })
  await makeKey(db, { organizationId, label: 'Is expired', expiresAt: inDays(-2) })
  await makeKey(db, { organizationId, label: 'x'.repeat(120) })
  await openKeys(page)
  for (const word of ['Active', 'Paused', 'Used up', 'Expired']) {
    await expect(rowOf(page, `Is ${word.toLowerCase()}`).getByText(word, { exact: true })).toBeVisible()
  }
  await expect(rowOf(page, 'Is expired').getByRole('button', { name: /Pause|Resume/ })).toHaveCount(0)
  await expect(card(page)).toContainText('5 enrollment keys')
  await rowOf(page, 'Is expired').getByRole('button', { name: 'Edit Is expired' }).click()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await dialog(page).getByLabel('Name').fill('Was expired')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Was expired').getByText('Expired', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('customers see nothing of keys; an admin sees whose they are and says for whom a new one is', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, organization } = await signIn({ role: 'customer' })
  const label = `Keys of ${organization}`
  await makeKey(db, { organizationId, label })
  await page.goto('/licenses?add=enrollment-key')
  await expect(page.getByRole('heading', { name: 'Your Licenses' })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)

  await signIn({ role: 'admin' })
  await openKeys(page)
  await expect(rowOf(page, label)).toContainText(organization)
  await page.goto('/licenses?add=enrollment-key')
  await expect(dialog(page).getByLabel('Organization')).toBeFocused()
  await dialog(page).getByLabel('Name').fill('By the vendor')
  await dialog(page).getByRole('button', { name: 'Create Key' }).click()
  await expect(dialog(page)).toContainText('Organization is required')
  await chooseOrganization(page, organization)
  await dialog(page).getByRole('button', { name: 'Create Key' }).click()
  await expect(page.getByRole('heading', { name: 'Enrollment key “By the vendor”' })).toBeVisible()
  const rows = await db.select().from(keyTable).where(eq(keyTable.organizationId, organizationId))
  expect(rows.map(({ label: made }) => made).toSorted()).toEqual(['By the vendor', label])
})

test('saving the name of a key keeps the limit that a colleague has set since', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeKey(db, { organizationId, maxUses: 25 })
  await openKeys(page)
  await rowOf(page, 'Lab roll-out').getByRole('button', { name: 'Edit Lab roll-out' }).click()
  await db.update(keyTable).set({ maxUses: 5 }).where(eq(keyTable.organizationId, organizationId))
  await dialog(page).getByLabel('Name').fill('Midrand')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Midrand')).toContainText('0 of 5')
})
