import { eq } from 'drizzle-orm'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const verify = (db: Database, id: string, emailVerifiedAt: string | null = new Date().toISOString()) =>
  db.update(users).set({ emailVerifiedAt }).where(eq(users.id, id))

test('the checklist leads a new administrator to the first active device and ends there', async ({
  page,
  signIn,
  db,
}) => {
  test.slow()
  const { organizationId, userId } = await signIn({ licenseLimit: null })
  await verify(db, userId, null)
  await page.goto('/')
  const checklist = page.getByRole('region', { name: 'Get started' })
  const step = (title: string) => checklist.getByRole('listitem').filter({ hasText: title })
  await expect(step('Confirm your email address').getByRole('link')).toHaveAttribute('href', '/account')
  await expect(step('Get a plan').getByRole('link', { name: 'Contact sales' })).toBeVisible()
  await expect(step('Create your first license')).toContainText('Possible once you have a plan.')
  await expect(page.getByRole('link', { name: 'Create License' })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'License Usage' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/licenses')
  await expect(page.getByRole('button', { name: 'Request License Change' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create License' })).toHaveCount(0)

  await makeSubscription(db, { organizationId, licenseLimit: 5 })
  await page.goto('/')
  await expect(step('Get a plan')).toContainText('(done)')
  await step('Create your first license').getByRole('link', { name: 'Create License' }).click()
  await page.getByRole('dialog').getByLabel('Label').fill('Reception PC')
  await page.getByRole('dialog').getByRole('button', { name: 'Create License' }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Reception PC')
  await page.goto('/')
  await expect(step('Create your first license')).toContainText('(done)')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await db
    .update(licenses)
    .set({ status: 'active', lastFingerprintKey: 'pc-1' })
    .where(eq(licenses.organizationId, organizationId))
  await page.reload()
  await expect(page.getByRole('region', { name: 'Current Plan' })).toBeVisible()
  await expect(checklist).toHaveCount(0)
})

test('the dashboard says what needs the user, and links there', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ licenseLimit: 1 })
  await verify(db, userId)
  await makeLicense(db, { organizationId, status: 'active', lastFingerprintKey: 'pc-1' })
  await makeTicket(db, { organizationId, userId, title: 'Which log?', status: 'waiting_customer' })
  await page.goto('/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('link')).toHaveText([
    '1 ticket waits for your reply.Reply',
    'Your plan is full: 1 license in use.Request licenses',
  ])
  await expectAccessible(page)
  await attention.getByRole('link').first().click()
  await expect(page).toHaveURL('/support?status=waiting_customer')
  await expect(page.getByText('Which log?')).toBeVisible()
})

test('the dashboard of an organization without open matters lists none', async ({ page, signIn, db }) => {
  const { organizationId, userId } = await signIn({ licenseLimit: 5 })
  await verify(db, userId)
  await makeLicense(db, { organizationId, status: 'active', lastFingerprintKey: 'pc-1' })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Current Plan' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Needs attention' })).toHaveCount(0)
})
