import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeVersion } from '#demo/rows/releases.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { versions } from '#server/database/schema/releases.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, rowOf, toastOf, toastOver } from './fixtures.ts'
import { test } from './own-portal.ts'
import { provideVersion } from './provided-version.ts'

// One after the other: there is one list of versions.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ db, signIn }) => {
  await db.delete(versions)
  await signIn({ role: 'admin' })
})

const rolloutOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Rollout of ${name}` })

async function openRollout(page: Page, name: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Rollout…' }).click()
  const dialog = rolloutOf(page, name)
  await expect(dialog.getByLabel('Rollout %')).toBeFocused()
  return dialog
}

test('a rollout is started small, raised, and given a minimum version', async ({ page, db }) => {
  await makeVersion(db, { version: '5.0.0', isLatest: true, rolloutPercent: 5 })
  await page.goto('/admin/files')
  await expect(rowOf(page, '5.0.0')).toContainText('Rollout 5%')
  const dialog = await openRollout(page, 'Windows 5.0.0')
  await page.reload()
  await expect(dialog.getByLabel('Rollout %')).toHaveValue('5')
  await expect(dialog).toContainText('About 5 of 100 devices are offered this version.')
  await expect(dialog).toContainText('Raising it adds devices, it never takes it from one.')

  await dialog.getByRole('button', { name: '25%' }).press('Enter')
  await expect(dialog.getByRole('button', { name: '25%' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog).toContainText('About 25 of 100 devices')
  await dialog.getByLabel('Minimum').fill('6.0.0')
  await dialog.getByText('Advanced', { exact: true }).click()
  await dialog.getByLabel('NetSparkle Signature').fill('no signature')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('An Ed25519 signature is 88 characters of base64')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await dialog.getByLabel('NetSparkle Signature').fill(`${'A'.repeat(86)}==`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The minimum cannot be above the version itself')).toBeVisible()
  await dialog.getByLabel('Minimum').fill('4.0.0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('The rollout of 5.0.0 is at 25%.')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, '5.0.0')).toContainText('Rollout 25% · Minimum 4.0.0')
  const [stored] = await db.select().from(versions)
  expect(stored).toMatchObject({ rolloutPercent: 25, minimumVersion: '4.0.0', signature: `${'A'.repeat(86)}==` })
})

test('the dialogs tell a minimum of an earlier version that still counts, and that deactivating drops it', async ({
  page,
  db,
}) => {
  await provideVersion(db, { version: '4.0.0', minimumVersion: '3.5.0' })
  await provideVersion(db, { version: '5.0.0' })
  await page.goto('/admin/files')
  const rollout = await openRollout(page, 'Windows 5.0.0')
  await expect(rollout).toContainText('An earlier active version asks for 3.5.0: the higher minimum applies.')
  await rollout.getByRole('button', { name: 'Cancel' }).click()
  await expect(rollout).toBeHidden()

  await page.getByRole('button', { name: 'Set Latest: Windows 5.0.0' }).click()
  const latest = page.getByRole('dialog', { name: 'Set Windows 5.0.0 as the latest?' })
  await expect(latest).toContainText('Must updateVersions below 3.5.0')
  await latest.getByRole('button', { name: 'Cancel' }).click()
  await expect(latest).toBeHidden()

  await page.getByRole('switch', { name: 'Windows 4.0.0 is active' }).press('Space')
  const deactivate = page.getByRole('dialog', { name: 'Deactivate Windows 4.0.0?' })
  await expect(deactivate).toContainText('Its minimum 3.5.0 no longer counts.')
  await expectAccessible(page)
  await deactivate.getByRole('button', { name: 'Deactivate' }).click()
  await expect(deactivate).toBeHidden()
  await openRollout(page, 'Windows 5.0.0')
  await expect(rollout).toContainText('A higher minimum of an earlier active version still applies.')
})

test('sends only changed fields: a rollout that a colleague raised stays raised', async ({ page, db }) => {
  const { id } = await makeVersion(db, { version: '5.0.0', rolloutPercent: 5, minimumVersion: '4.0.0' })
  await page.goto('/admin/files')
  const dialog = await openRollout(page, 'Windows 5.0.0')
  await db.update(versions).set({ rolloutPercent: 50 }).where(eq(versions.id, id))
  await dialog.getByLabel('Minimum').clear()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('The rollout of 5.0.0 is at 50%.')
  await expect(rowOf(page, '5.0.0')).not.toContainText('Minimum')
})

test('the dialog says what keeps a version from devices, and refuses what is no percentage', async ({ page, db }) => {
  await makeVersion(db, { version: 'Spring', platform: 'Server' })
  await makeVersion(db, { version: '5.0.0-beta.1', channel: 'beta', isActive: false })
  await page.goto('/admin/files')
  await expect(rowOf(page, 'Spring')).toContainText('Not in update feeds')
  await expect(rowOf(page, '5.0.0-beta.1').getByText('Beta', { exact: true })).toBeVisible()
  await expect(rowOf(page, '5.0.0-beta.1').getByRole('button', { name: 'Set Latest' })).toHaveCount(0)

  const spring = await openRollout(page, 'Server Spring')
  await expect(spring).toContainText('Updaters cannot order this version number, so no update feed offers it.')
  await spring.getByRole('button', { name: 'Cancel' }).click()
  await expect(spring).toBeHidden()

  const beta = await openRollout(page, 'Windows 5.0.0-beta.1')
  await expect(beta).toContainText('It is inactive, so no device is offered it.')
  for (const wrong of ['101', '2.5', '']) {
    await beta.getByLabel('Rollout %').fill(wrong)
    await beta.getByRole('button', { name: 'Save' }).click()
    await expect(beta.getByText('The rollout must be a whole number from 0 to 100')).toBeVisible()
  }
})

test('a beta is uploaded for a part of the devices', async ({ page }) => {
  await page.goto('/admin/files?upload=new')
  const dialog = page.getByRole('dialog', { name: 'Upload Application File' })
  const buffer = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000)])
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'Setup.exe', mimeType: 'application/octet-stream', buffer })
  await dialog.getByLabel('Version', { exact: true }).fill('6.0.0-beta.1')
  await expect(dialog).toContainText('Every device is offered this version.')
  await dialog.getByLabel('Channel').selectOption('Beta')
  await expect(dialog).toContainText('Every device on the beta channel is offered this version.')
  await dialog.getByRole('button', { name: '5%', exact: true }).click()
  await dialog.getByLabel('Minimum').fill('four')
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await expect(dialog.getByText('Write it as 2.4.1')).toBeVisible()
  await dialog.getByLabel('Minimum').fill('5.0')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await expect(toastOf(page)).toContainText('File uploaded')
  await expect(rowOf(page, '6.0.0-beta.1')).toContainText('Beta')
  await expect(rowOf(page, '6.0.0-beta.1')).toContainText('Rollout 5% · Minimum 5.0')
})

test('the page names the folder of update feeds, the address for each updater, and what devices run', async ({
  page,
  context,
  baseURL,
  db,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/admin/files')
  // The list above the card moves it while it loads.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const card = page.getByRole('region', { name: 'Update Feeds' })
  const base = `${baseURL}/updates/{updateToken}/{channel}/`
  await expect(card.getByText(base)).toBeVisible()
  const copied = async (name: string) => {
    await card.getByRole('button', { name: `Copy address for ${name}` }).click()
    await expect(toastOf(page)).toContainText('Address copied to clipboard.')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  expect(await copied('the folder')).toBe(base)
  for (const [updater, name] of [
    ['AutoUpdater.NET', 'autoupdater.xml'],
    ['NetSparkle, WinSparkle', 'appcast.xml'],
    ['winget upgrade', 'winget'],
    ['winget install', 'winget.yaml'],
    ['Your own', 'update.json'],
  ] as const) {
    await expect(card.getByText(name, { exact: true })).toBeVisible()
    await expect.poll(() => copied(updater)).toBe(base + name)
  }
  for (const updater of ['electron-updater', 'Velopack'])
    await expect(card.getByText(updater).locator('..')).toContainText('Takes the folder')

  const inUse = page.getByRole('region', { name: 'Versions in Use' })
  expect(await db.$count(checkIns, eq(checkIns.appVersion, '4.3.0'))).toBeGreaterThan(0)
  await expect(inUse.getByRole('listitem').first()).toContainText('4.3.0')
  await expect(inUse.getByRole('progressbar', { name: 'Devices on 4.3.0' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await card.getByRole('link', { name: 'How to set up each updater' }).click()
  await expect(page.getByRole('heading', { name: '9. Updates' })).toBeInViewport()
})

test('without devices, and without an answer, the card says so', async ({ page }) => {
  let asked = 0
  await page.route('**/api/admin/files/adoption', (route) =>
    asked++ === 0
      ? route.fulfill({ status: 503, json: { message: 'Down' } })
      : route.fulfill({ json: { devices: 0, versions: [] } }),
  )
  await page.goto('/admin/files')
  const inUse = page.getByRole('region', { name: 'Versions in Use' })
  await inUse.getByRole('button', { name: 'Try again' }).click()
  await expect(inUse).toContainText('No active devices.')
})

test('shows versions beyond the eight most used as one, and silent devices as unknown', async ({ page }) => {
  const eight = Array.from({ length: 7 }, (_none, place) => ({ version: `3.${place}.0`, devices: 10 }))
  await page.route('**/api/admin/files/adoption', (route) =>
    route.fulfill({ json: { devices: 100, versions: [...eight, { version: null, devices: 10 }] } }),
  )
  await page.goto('/admin/files')
  const items = page.getByRole('region', { name: 'Versions in Use' }).getByRole('listitem')
  await expect(items).toHaveCount(9)
  await expect(items.nth(7)).toContainText('Unknown')
  await expect(items.nth(8)).toContainText('Other versions')
  await expect(items.nth(8)).toContainText('20 · 20%')
})

test('a rollout that a colleague has stopped is raised only when it is saved again', async ({ page, db }) => {
  const { id } = await makeVersion(db, { version: '5.0.0', isLatest: true, rolloutPercent: 25 })
  const stored = async () => (await db.select().from(versions))[0]?.rolloutPercent
  await page.goto('/admin/files')
  const dialog = await openRollout(page, 'Windows 5.0.0')
  await db.update(versions).set({ rolloutPercent: 0 }).where(eq(versions.id, id))
  await dialog.getByRole('button', { name: '50%' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOver(page)).toContainText('Someone has set the rollout to 0%. Check it and save again.')
  await expect(page.locator('tr', { hasText: '5.0.0' })).toContainText('Rollout 0%')
  expect(await stored()).toBe(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored()).toBe(50)
})

test('after that, the percentage that was shown first can be chosen', async ({ page, db }) => {
  const { id } = await makeVersion(db, { version: '5.0.0', isLatest: true, rolloutPercent: 25 })
  await page.goto('/admin/files')
  const dialog = await openRollout(page, 'Windows 5.0.0')
  await db.update(versions).set({ rolloutPercent: 0 }).where(eq(versions.id, id))
  await dialog.getByRole('button', { name: '50%' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('tr', { hasText: '5.0.0' })).toContainText('Rollout 0%')
  await dialog.getByRole('button', { name: '25%' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect((await db.select().from(versions))[0]?.rolloutPercent).toBe(25)
})
