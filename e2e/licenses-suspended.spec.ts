import { eq } from 'drizzle-orm'
import { ORGANIZATION_SUSPENDED } from '#contract/licensing/changes.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { card, expect, inDays, test, toastOf } from './fixtures.ts'
import { settled } from './settled.ts'

const suspend = (db: Database, organizationId: string) =>
  db
    .update(organizations)
    .set({ suspendedAt: inDays(0) })
    .where(eq(organizations.id, organizationId))

const REFUSED =
  /^(Create License|Assign devices|Upgrade Plan|Request License Change|New Enrollment Key|(Restore|Edit|Pause|Delete) (.* )?(Front desk|Office))$/

test('an administrator of a suspended organization is offered no change that is refused', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn()
  const { id } = await makeLicense(db, { organizationId, status: 'revoked', label: 'Front desk' })
  const key = { label: 'Office', expiresAt: null, maxUses: null }
  expect((await page.request.post('/api/enrollment-keys', { data: key })).status()).toBe(201)
  const refused = page
    .getByRole('button', { name: REFUSED })
    .or(page.getByRole('link', { name: 'Create License', exact: true }))
  await page.goto('/licenses')
  await expect(refused).toHaveCount(9)
  await suspend(db, organizationId)
  for (const address of [
    '/licenses?create=1',
    '/licenses?assign=1',
    '/licenses?add=enrollment-key',
    `/billing?request=1`,
  ]) {
    await page.goto(address)
    await expect(page.getByRole('main')).toContainText('Its licenses don’t run and can’t be changed')
    await settled(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(refused).toHaveCount(0)
  }
  await page.goto(`/licenses?license=${id}`)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Why doesn’t it work?' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^(Restore|Edit)$/ })).toHaveCount(0)
  await page.goto('/')
  await expect(card(page, 'Quick Actions').getByRole('link', { name: 'Create License' })).toHaveAttribute(
    'href',
    '/licenses',
  )
})

test('a member of a suspended organization selects no licenses and is advised no change', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ role: 'customer' })
  await makeLicense(db, { organizationId, status: 'revoked', label: 'Front desk' })
  const select = page.getByRole('checkbox', { name: 'Select Front desk' })
  const restore = page.getByRole('button', { name: 'Restore Front desk' })
  await page.goto('/licenses')
  await expect(select).toBeVisible()
  await expect(restore).toHaveCount(1)
  await suspend(db, organizationId)
  await page.goto('/licenses')
  await expect(page.getByRole('main')).toContainText('Your organization is suspended.')
  await expect(page.getByRole('main')).toContainText('Front desk')
  await expect(select).toHaveCount(0)
  await expect(restore).toHaveCount(0)
  await page.goto('/licenses?silent=30')
  await expect(page.getByRole('main')).toContainText('Nothing is released automatically.')
  await expect(page.getByRole('main')).not.toContainText('then Release')
})

test('a suspended organization with nothing yet is advised no change', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await suspend(db, organizationId)
  await page.goto('/licenses')
  await expect(page.getByRole('main')).toContainText('No licenses found.')
  await expect(page.getByRole('main')).not.toContainText('Create your first license')
  await page.locator('#enrollment-keys').hover()
  await expect(card(page, 'Enrollment Keys')).toContainText('No enrollment keys yet.')
  await expect(card(page, 'Enrollment Keys')).not.toContainText('Create one')
})

test('an administrator of a suspended organization selects licenses only to tag them', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, status: 'revoked', label: 'Front desk' })
  const key = { label: 'Office', expiresAt: null, maxUses: null }
  expect((await page.request.post('/api/enrollment-keys', { data: key })).status()).toBe(201)
  await suspend(db, organizationId)
  await page.goto('/licenses')
  await expect(page.getByRole('main')).toContainText('Your organization is suspended.')
  await page.getByRole('checkbox', { name: 'Select Front desk' }).check()
  const bar = page.getByRole('region', { name: 'Selected licenses' })
  await expect(bar.getByRole('button')).toHaveText(['Tag 1', ''])
  await page.locator('#enrollment-keys').hover()
  const keys = card(page, 'Enrollment Keys')
  await expect(keys.getByRole('row', { name: 'Office' })).toBeVisible()
  await expect(keys.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
})

test('the dashboard of a suspended organization asks for no change that is refused', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 1 })
  const main = page.getByRole('main')
  const firstLicense = card(page, 'Get started').getByRole('listitem').filter({ hasText: 'Create your first license' })
  const request = main.getByRole('button', { name: 'Request License Change' })
  await page.goto('/')
  await expect(firstLicense.getByRole('link', { name: 'Create License' })).toBeVisible()
  await expect(request).toBeVisible()
  await suspend(db, organizationId)
  await page.goto('/')
  await expect(firstLicense).toContainText('Possible once your organization is reactivated.')
  await expect(firstLicense.getByRole('link')).toHaveCount(0)
  await expect(request).toHaveCount(0)
  await makeLicense(db, { organizationId })
  await page.goto('/')
  await expect(main).toContainText('Your organization is suspended.')
  await expect(main).not.toContainText('Your plan is full')
})

test('an administrator of a suspended organization is offered no invitation', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await page.goto('/team')
  const refused = page.getByRole('button', { name: /^(Invite Colleague|Resend the invitation of .*)$/ })
  await page.request.post('/api/team/invitations', { data: { email: 'sipho@example.com', role: 'customer' } })
  await page.reload()
  await expect(refused).toHaveCount(2)
  await suspend(db, organizationId)
  await page.goto('/team?invite=1')
  await expect(toastOf(page)).toContainText(ORGANIZATION_SUSPENDED)
  await expect(page.getByRole('main')).toContainText('Your organization is suspended.')
  await expect(page.getByRole('button', { name: 'Revoke the invitation of sipho@example.com' })).toBeVisible()
  await expect(refused).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/')
  await expect(card(page, 'Get started').getByRole('link', { name: 'Invite' })).toHaveCount(0)
})
