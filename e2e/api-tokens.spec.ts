import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeLicense } from '#demo/rows/licenses.ts'
import { insertToken } from '#server/identity/session/api-tokens/queries.ts'
import { card, expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('an administrator creates a token, a program uses it, and revoking it ends that', async ({
  page,
  context,
  request,
  signIn,
  db,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { organizationId } = await signIn()
  await makeLicense(db, { organizationId, label: 'Reception' })
  await page.goto('/team?tab=api-tokens')
  await expect(card(page, 'API tokens')).toContainText('curl -H "Authorization: Bearer lk_…"')
  await expectAccessible(page)
  await card(page, 'API tokens').getByRole('button', { name: 'New API Token' }).click()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Create Token' }).click()
  await expect(dialog(page)).toContainText('Name is required')
  await expect(dialog(page)).toContainText('Choose at least one permission')
  await expect(dialog(page).getByLabel('Customers: read')).toHaveCount(0)
  await expectAccessible(page)
  await dialog(page).getByLabel('Name').fill('Nightly export')
  await dialog(page).getByLabel('Licenses: read').check()
  await dialog(page).getByLabel('Allowed addresses (optional)').fill('300.1.1.1')
  await dialog(page).getByRole('button', { name: 'Create Token' }).click()
  await expect(dialog(page)).toContainText('Write each address like 203.0.113.7')
  await dialog(page).getByLabel('Allowed addresses (optional)').fill('127.0.0.0/8\n::1')
  await dialog(page).getByRole('button', { name: 'Create Token' }).click()

  await expect(page.getByRole('heading', { name: 'API token “Nightly export”' })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeFocused()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Copy API token' }).click()
  const token = await clipboard(page)
  expect(token).toMatch(/^lk_[0-9A-Za-z]{49}$/)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const row = card(page, 'API tokens').getByRole('row', { name: 'Nightly export' })
  await expect(row).toContainText('licenses:read')
  await expect(row).toContainText('Never')

  const headers = { authorization: `Bearer ${token}` }
  const listed = await request.get('/api/licenses', { headers })
  expect(await listed.json()).toEqual([expect.objectContaining({ label: 'Reception' })])
  expect((await request.get('/api/invoices', { headers })).status()).toBe(403)
  await page.reload()
  await expect(row).not.toContainText('Never')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await row.getByRole('button', { name: 'Revoke Nightly export' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke “Nightly export”?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(toastOf(page)).toContainText('API token revoked')
  await expect(card(page, 'API tokens')).toContainText('No API tokens yet.')
  expect((await request.get('/api/licenses', { headers })).status()).toBe(401)
})

test('opening the team again shows the token that a colleague created', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn()
  await page.goto('/team?tab=api-tokens')
  await expect(card(page, 'API tokens')).toContainText('No API tokens yet.')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Downloads' }).click()
  await insertToken(db, {
    organizationId,
    userId,
    name: 'Of a colleague',
    tokenHash: randomBytes(32),
    hint: 'abcd',
    allowedAddresses: [],
    scopes: ['licenses:read'],
    days: 30,
  })
  await page.goBack()
  await expect(card(page, 'API tokens').getByRole('row', { name: 'Of a colleague' })).toBeVisible()
})

test('staff create tokens on their account page, and customers have none', async ({ page, signIn }) => {
  await signIn({ role: 'agent' })
  await page.goto('/account?add=api-token')
  await expect(dialog(page).getByLabel('Customers: read')).toBeVisible()
  await expect(dialog(page).getByLabel('Releases: write')).toHaveCount(0)
  await dialog(page).getByLabel('Name').fill('Reports')
  await dialog(page).getByLabel('Tickets: read').check()
  await dialog(page).getByRole('button', { name: 'Create Token' }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL('/account')
  await expect(card(page, 'API tokens').getByRole('row', { name: 'Reports' })).toContainText('tickets:read')
  await expectNoSidewaysScroll(page)

  await signIn({ role: 'admin' })
  await page.goto('/account?add=api-token')
  await expect(dialog(page).getByLabel('Releases: publish')).toHaveAccessibleDescription(
    'Publish drafts to customers without a person confirming.',
  )
  await expectAccessible(page)

  await signIn({ role: 'customer' })
  await page.goto('/account')
  await expect(card(page, 'Sessions')).toBeVisible()
  await expect(card(page, 'API tokens')).toHaveCount(0)
})
