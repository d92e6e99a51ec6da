import type { Locator, Page } from '@playwright/test'
import { LicenseStatus } from '#contract/licensing/licenses.ts'
import { makeActiveLicense, makeCheckIn, makeLicense } from '#demo/rows/licenses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, rowOf, test, toastOf } from './fixtures.ts'

const UUID = '4C4C4544-0042-3510-8054-B7C04F503432'

const usage = (page: Page) => page.getByRole('region', { name: 'License Usage' })

/** The color of the drawn part of the ring. */
const colorOf = (ring: Locator) => ring.evaluate((svg) => getComputedStyle(svg).color)
const token = (page: Page, name: string) =>
  page.evaluate((variable) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(${variable})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('the page explains how to find a device UUID on Windows of today [R-ROUTE-06 R-LIC-01 R-LIC-02]', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.goto('/licenses')
  await expect(page.getByRole('heading', { name: 'License Management', level: 1 })).toBeVisible()
  const help = page.getByRole('region', { name: 'Windows Device Setup' })
  await expect(help.getByRole('listitem')).not.toHaveCount(0)
  await expect(help.getByRole('code')).toHaveText('(Get-CimInstance Win32_ComputerSystemProduct).UUID')
  await expect(help).not.toContainText('wmic')
  await help.getByRole('button', { name: 'Copy command' }).click()
  await expect(toastOf(page)).toContainText('Copied!')
  expect(await clipboard(page)).toBe('(Get-CimInstance Win32_ComputerSystemProduct).UUID')
})

test('the steps are folded once there are licenses, as the user leaves them', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId })
  await page.goto('/licenses')
  const help = page.getByRole('region', { name: 'Windows Device Setup' })
  const steps = help.getByRole('list')
  await expect(help.getByRole('button', { name: 'Show steps' })).toHaveAttribute('aria-expanded', 'false')
  await expect(steps).toBeHidden()
  await help.getByRole('button', { name: 'Show steps' }).click()
  await expect(steps).toBeVisible()
  await page.reload()
  await expect(steps).toBeVisible()
  await help.getByRole('button', { name: 'Hide steps' }).click()
  await expect(steps).toBeHidden()
})

test('the ring is green while quota remains [R-LIC-03 R-LIC-04 R-LIC-05 R-LIC-06 R-LIC-30 R-CONST-42]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 4 })
  await makeLicense(db, { organizationId })
  await page.goto('/licenses')
  await expect(usage(page)).toContainText('1 of 4')
  await expect(usage(page)).toContainText('Licenses used: 25%')
  expect(await colorOf(usage(page).locator('svg'))).toBe(await token(page, '--success'))
  await expect(usage(page).getByRole('button', { name: 'Upgrade Plan' })).toBeVisible()
})

test('a full quota is orange and its admin is asked to upgrade [R-LIC-07 R-LIC-27 R-LIC-30 R-CONST-43]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 1 })
  await makeLicense(db, { organizationId })
  await page.goto('/licenses')
  await expect(usage(page)).toContainText('1 of 1')
  await expect(usage(page)).toContainText('Upgrade your plan to create more licenses')
  expect(await colorOf(usage(page).locator('svg'))).toBe(await token(page, '--warning'))
  await usage(page).getByRole('button', { name: 'Upgrade Plan' }).click()
  await expect(page).toHaveURL('/billing?request=1')
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Request License Change')
})

test('without a subscription there is nothing of nothing, and a sentence why', async ({ page, signIn }) => {
  await signIn({ licenseLimit: null })
  await page.goto('/licenses')
  await expect(usage(page)).toContainText('0 of 0')
  await expect(usage(page)).toContainText('No active subscription found.')
})

test('the table shows every fact of a license [R-ENT-36 R-ENT-37 R-ENT-38 R-LIC-12 R-LIC-13 R-LIC-14 R-LIC-15 R-LIC-16 R-LIC-17 R-LIC-18 R-LIC-19 R-LIC-20 R-CONST-20 R-CONST-21]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const facts = { organizationId, label: 'Front desk', description: 'Main entrance', deviceFingerprint: UUID }
  const license = await makeActiveLicense(db, { ...facts, deviceName: 'RECEPTION-01', deviceOs: 'Windows 11 Pro' })
  await makeCheckIn(db, { organizationId, licenseId: license.id, lastCheckIn: '2026-03-05T09:30:00Z' })
  await page.goto('/licenses')
  await expect(page.getByRole('heading', { name: 'Your Licenses' })).toBeVisible()
  const row = rowOf(page, 'Front desk')
  for (const fact of ['Main entrance', 'Active', 'RECEPTION-01', 'Windows 11 Pro', 'Paid', 'Mar 05, 2026']) {
    await expect(row).toContainText(fact)
  }
  await expect(row).toContainText(`${license.licenseKey.slice(0, 8)}…`)
  await expect(row).not.toContainText(license.licenseKey)
  await expect(row).toContainText(`${UUID.slice(0, 20)}…`)
  await expect(row).not.toContainText(UUID)
})

test('a license that no device has says so, and a device that never called has never', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: null })
  await makeLicense(db, { organizationId, label: 'Spare' })
  await page.goto('/licenses')
  for (const fact of ['Unassigned', 'Not activated', 'Unpaid', 'Never']) {
    await expect(rowOf(page, 'Spare')).toContainText(fact)
  }
})

test('every status has its word, and an unknown one looks unassigned under its own name [R-STATE-26]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  for (const status of LicenseStatus.options) await makeLicense(db, { organizationId, label: `Is ${status}`, status })
  await page.goto('/licenses')
  for (const status of LicenseStatus.options) {
    const word = status.charAt(0).toUpperCase() + status.slice(1)
    await expect(rowOf(page, `Is ${status}`).getByText(word, { exact: true })).toBeVisible()
  }
  await page.route('**/api/licenses?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"inactive"', '"quarantined"') })
  })
  await page.reload()
  const lookOf = (word: string) =>
    page
      .getByRole('table')
      .getByText(word, { exact: true })
      .evaluate((badge) => badge.className)
  await expect(rowOf(page, 'Is inactive').getByText('quarantined')).toBeVisible()
  expect(await lookOf('quarantined')).toBe(await lookOf('Unassigned'))
  expect(await lookOf('quarantined')).not.toBe(await lookOf('Revoked'))
})

test('copying gives the whole key and the whole UUID [R-LIC-21 R-LIC-22 R-ERR-29 R-ERR-30]', async ({
  page,
  context,
  signIn,
  db,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { organizationId } = await signIn()
  const license = await makeLicense(db, { organizationId, label: 'Dispatch', deviceFingerprint: UUID })
  await page.goto('/licenses')
  await page.getByRole('button', { name: 'Copy key of Dispatch' }).click()
  await expect(toastOf(page)).toContainText('Copied!')
  await expect(toastOf(page)).toContainText('License key copied to clipboard.')
  expect(await clipboard(page)).toBe(license.licenseKey)
  await page.getByRole('button', { name: 'Copy UUID of Dispatch' }).click()
  await expect(toastOf(page)).toContainText('UUID Copied')
  expect(await clipboard(page)).toBe(UUID)
})

test('a customer revokes and restores, and is offered nothing else [R-LIC-23 R-LIC-24 R-LIC-25 R-LIC-26 R-LIC-27 R-LIC-28 R-LIC-29]', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ role: 'customer', licenseLimit: 3 })
  await makeActiveLicense(db, { organizationId, label: 'Active one' })
  await makeLicense(db, { organizationId, label: 'Free one' })
  await makeLicense(db, { organizationId, label: 'Revoked one', status: 'revoked' })
  await page.goto('/licenses?create=1')
  await expect(page.getByRole('button', { name: /^(Revoke|Restore) / })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Revoke Active one' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore Revoked one' })).toBeVisible()
  await expect(page.getByRole('button', { name: /create|edit|assign|delete|upgrade/i })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(usage(page)).toContainText('3 of 3')
  await expect(usage(page)).not.toContainText('Upgrade')
})

test('an organization’s people see its licenses only; an admin sees all and whose they are', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId, organization } = await signIn()
  const label = `Only here ${organization}`
  await makeLicense(db, { organizationId, label })
  await page.goto('/licenses')
  await expect(rowOf(page, label).getByText(organization, { exact: true })).toHaveCount(0)
  await signIn()
  await page.goto(`/licenses?search=${organization}`)
  await expect(page.getByText('No licenses found matching your search.')).toBeVisible()
  await signIn({ role: 'admin' })
  await page.goto(`/licenses?search=${organization}`)
  await expect(rowOf(page, label).getByText(organization, { exact: true })).toBeVisible()
  await expect(usage(page)).toContainText(/\d+ licenses/)
  await expect(usage(page)).not.toContainText(/ of \d/)
})

test('an agent sees an empty list [R-ROLE-47]', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/licenses')
  await expect(page.getByText('No licenses found.')).toBeVisible()
  await expect(usage(page)).toContainText('0 of 0')
})

test('the page is accessible, in light and dark, and nothing sticks out of a phone', async ({ page, signIn, db }) => {
  test.slow()
  const { organizationId } = await signIn()
  for (const status of LicenseStatus.options) await makeLicense(db, { organizationId, label: `Is ${status}`, status })
  await makeActiveLicense(db, { organizationId, label: 'x'.repeat(120), deviceName: 'Y'.repeat(60) })
  await page.goto('/licenses')
  await expect(rowOf(page, 'Is active')).toBeVisible()
  const box = page.getByRole('region', { name: 'List of Your Licenses' })
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
})
