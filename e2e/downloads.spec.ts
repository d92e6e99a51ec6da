import type { Page } from '@playwright/test'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download } from '#contract/releases/downloads.ts'
import { Role } from '#contract/roles.ts'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf, card } from './fixtures.ts'

const available = (page: Page) => card(page, 'Available Downloads')

/** The server's own answer, changed: other specs look at the same releases. */
async function withDownloads(page: Page, change: (all: Download[]) => Download[]) {
  await page.route('**/api/downloads', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

const latestOf = async (page: Page) => {
  const all: Download[] = await (await page.request.get('/api/downloads')).json()
  return all.find(({ isLatest }) => isLatest)!
}

test('the page says how to begin and offers the latest version [R-ROUTE-10 R-DL-01 R-DL-02 R-DL-03 R-DL-04 R-DL-05 R-DL-06 R-DL-07 R-DL-08 R-DL-09 R-DL-10 R-DL-12 R-DL-13 R-DL-14 R-DL-15 R-DL-16 R-DL-25]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'customer' })
  await page.goto('/downloads')
  await expect(page.getByRole('heading', { name: 'Downloads', level: 1 })).toBeVisible()
  const steps = card(page, 'Three Steps to a Working Device').getByRole('listitem')
  for (const [place, word] of ['Download', 'Install', 'Activate'].entries())
    await expect(steps.nth(place).getByRole('heading')).toHaveText(word)
  await expect(steps.nth(2)).toContainText('license key')

  await expect(available(page)).toContainText('Windows')
  await expect(available(page)).toContainText('Version 4.3.0')
  await expect(available(page)).toContainText('1.9 MB')
  await expect(available(page).getByText('Latest', { exact: true })).toBeVisible()
  await expect(available(page).getByRole('button', { name: 'Download', exact: true })).toHaveCount(1)
  await expect(page.getByText('4.2.0')).toHaveCount(0)

  await expect(card(page, 'System Requirements').getByRole('listitem')).toHaveText([
    'Windows 10 or later (64-bit)',
    '2 GB RAM minimum',
    '500 MB disk space',
    'Internet connection required',
  ])
  await expect(card(page, 'Need Help')).toContainText('They are texts')
  await card(page, 'System Requirements').getByRole('link', { name: 'license file' }).click()
  await expect(page).toHaveURL('/offline')
  await page.goBack()
  await steps.nth(2).getByRole('link', { name: 'Licenses' }).click()
  await expect(page).toHaveURL('/licenses')
})

test('the button downloads the file, byte for byte, and says what comes [R-DL-29 R-DL-30 R-DL-31]', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'org_admin' })
  await page.goto('/downloads')
  const latest = await latestOf(page)
  const button = available(page).getByRole('button', { name: 'Download', exact: true })
  await button.focus()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  await expect(toastOf(page)).toContainText(latest.fileName)
  await expect(toastOf(page)).toContainText('4.3.0')
  await expect(toastOf(page)).toContainText('1.9 MB')
  expect(download.suggestedFilename()).toBe(latest.fileName)
  const bytes = await readFile(await download.path())
  expect(bytes.length).toBe(latest.size)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(latest.sha256)
  await expect(page).toHaveURL('/downloads')
  await expect(button).toBeFocused()
  await expect(page.getByText(/production environment/i)).toHaveCount(0)
})

test('a download that fails is an alert on the page, and the list is read again [R-ERR-44]', async ({
  page,
  signIn,
}) => {
  await signIn()
  let isWithdrawn = false
  await withDownloads(page, (all) => (isWithdrawn ? [] : all))
  await page.goto('/downloads')
  const button = available(page).getByRole('button', { name: 'Download', exact: true })
  await expect(button).toBeVisible()

  await page.route('**/api/downloads/*/file', (route) => route.abort())
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('Download failed: Check your connection and try again.')
  await expectAccessible(page)

  await page.unroute('**/api/downloads/*/file')
  await page.route('**/api/downloads/*/file', (route) =>
    route.fulfill({ status: 404, json: { message: 'Version not found' } }),
  )
  isWithdrawn = true
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('Download failed: Version not found')
  await expect(available(page)).toContainText('No Downloads Available')
  await expect(toastOf(page)).toHaveCount(0)
})

test('while the link is asked for the button says so and asks no second time', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/downloads')
  let asked = 0
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/downloads/*/file', async (route) => {
    asked++
    await held
    await route.continue()
  })
  await available(page).getByRole('button', { name: 'Download', exact: true }).click()
  const busy = available(page).getByRole('button', { name: 'Preparing…' })
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  await busy.press('Enter')
  const downloading = page.waitForEvent('download')
  release()
  await downloading
  await expect(available(page).getByRole('button', { name: 'Download', exact: true })).toBeVisible()
  expect(asked).toBe(1)
})

test('the hash is copied, and so is the command that checks it', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.goto('/downloads')
  const { sha256, fileName } = await latestOf(page)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy SHA-256', exact: true }).click()
  await expect(toastOf(page)).toContainText('SHA-256 copied to clipboard.')
  expect(await clipboard()).toBe(sha256)
  await page.getByText('Check the file after downloading').press('Enter')
  await page.getByRole('button', { name: 'Copy command' }).click()
  await expect.poll(clipboard).toContain('Get-FileHash')
  for (const part of [`Downloads\\${fileName}`, sha256]) expect(await clipboard()).toContain(part)
})

test('other versions are folded away until they are asked for, also after a reload [R-DL-05]', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/downloads')
  const fold = page.getByRole('button', { name: 'Other versions (4)' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('Windows 4.2.1')).toBeHidden()
  await fold.press('Enter')
  await page.reload()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')

  const names = ['Windows arm64 4.3.0', 'Windows 4.2.1', 'Windows 4.1.3', 'Windows 4.4.0-beta.2']
  const others = available(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Download W/ }) })
  await expect(others).toHaveCount(names.length)
  for (const [place, name] of names.entries()) await expect(others.nth(place)).toContainText(name)
  await expect(others.getByText('Beta', { exact: true })).toHaveCount(1)
  await expectAccessible(page)
  const button = page.getByRole('button', { name: 'Download Windows 4.1.3' })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toBe('Setup-4.1.3-x64.zip')
})

test('without versions and notes the page says so [R-DL-11 R-DL-24]', async ({ page, signIn }) => {
  await signIn()
  await withDownloads(page, () => [])
  await page.route('**/api/downloads/release-notes', (route) => route.fulfill({ json: null }))
  await page.goto('/downloads?notes=1')
  await expect(available(page)).toContainText('No Downloads Available')
  await expect(card(page, 'Release Notes')).toContainText('Release notes will be available when versions are uploaded.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
})

test('the list is asked for on every visit, and a failure offers another try [R-API-37]', async ({ page, signIn }) => {
  await signIn()
  let asked = 0
  await page.route('**/api/downloads', (route) =>
    asked++ === 0 ? route.fulfill({ status: 503, json: { message: 'Down' } }) : route.continue(),
  )
  await page.goto('/downloads')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(available(page)).toContainText('Version 4.3.0')
  await page.getByRole('link', { name: 'Licenses' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('License Management')
  await page.getByRole('link', { name: 'Downloads' }).first().click()
  await expect(available(page)).toContainText('Version 4.3.0')
  expect(asked).toBe(3)
})

for (const [name, address] of [
  ['Installation Guide', /\/support\?.*tag=installation/],
  ['Video Tutorial', /\/support\?.*tag=video/],
  ['Contact Support', /\/support\?new=1/],
] as const)
  test(`'${name}' leads to help [R-DL-26 R-DL-27 R-DL-28]`, async ({ page, signIn }) => {
    await signIn()
    await page.goto('/downloads')
    await card(page, 'Need Help').getByRole('button', { name }).click()
    await expect(page).toHaveURL(address)
  })

for (const role of Role.options)
  test(`${role} sees the page, readable on the narrowest phone`, async ({ page, signIn }) => {
    await signIn({ role })
    await page.goto('/downloads?others=1')
    await expect(available(page)).toContainText('Version 4.3.0')
    await expect(card(page, 'Release Notes')).toContainText('Bug Fixes')
    await page.getByText('Check the file after downloading').click()
    await expectNoSidewaysScroll(page)
  })

test('an administrator sees how many devices run the latest version', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ role: 'org_admin' })
  const { id: licenseId } = await makeActiveLicense(db, { organizationId })
  await makeActiveLicense(db, { organizationId })
  const set = { appVersion: '4.3.0', lastCheckIn: '2026-03-05T12:00:00Z' }
  await db
    .insert(checkIns)
    .values({ licenseId, organizationId, ...set })
    .onConflictDoUpdate({ target: checkIns.licenseId, set })
  await page.goto('/downloads')
  await expect(available(page)).toContainText('1 of 2 devices run 4.3.0')
  await signIn({ role: 'customer', organizationId })
  await page.goto('/downloads')
  await expect(available(page)).toContainText('Version 4.3.0')
  await expect(available(page)).not.toContainText('devices run')
})
