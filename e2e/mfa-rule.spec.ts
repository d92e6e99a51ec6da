import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeSecondFactor, makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'
import { startSecondProcess } from './own-portal.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' })

const require = (db: Database, organizationId: string) =>
  db.update(organizations).set({ isMfaRequired: true }).where(eq(organizations.id, organizationId))

test('an administrator sees how many members it concerns before requiring it, and makes it optional again', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId, userId } = await signIn()
  await makeUser(db, { role: 'customer', organizationId })
  await makeSecondFactor(db, userId)
  await page.goto('/team')
  await expect(card(page)).toContainText('Optional')
  await card(page).getByRole('button', { name: 'Require for all members' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Require two-factor authentication?' })
  await expect(dialog).toContainText('1 member has not set it up.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Require' }).click()
  await expect(toastOf(page)).toContainText('Two-factor authentication is required')
  await expect(card(page)).toContainText('Required')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)

  await page.goto('/team?tab=audit')
  await expect(page.getByRole('table')).toContainText(/changed whether members of .* need two-factor authentication/)

  await page.goto('/team')
  await card(page).getByRole('button', { name: 'Make optional' }).click()
  await page
    .getByRole('alertdialog', { name: 'Make two-factor authentication optional?' })
    .getByRole('button', { name: 'Make Optional' })
    .click()
  await expect(card(page)).toContainText('Members decide for themselves.')
})

test('an administrator who does not use it is led to their account', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/team')
  await expect(card(page)).toContainText('set it up for your own account first')
  await card(page).getByRole('link', { name: 'Set up for yourself' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(card(page).getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('a member who is at work when it is required is led to their account', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ role: 'customer' })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Downloads' })).toBeVisible()
  await require(db, organizationId)
  await page.getByRole('link', { name: 'Downloads' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('alert')).toContainText('Please set up two-factor authentication first.')
  await expect(page.getByRole('alert')).toContainText('Your organization requires it.')
  await expectAccessible(page)
})

test('turning it off says that it will have to be set up again', async ({ page, db, signIn }) => {
  const { organizationId, userId } = await signIn({ role: 'customer' })
  await makeSecondFactor(db, userId)
  await require(db, organizationId)
  await page.goto('/account')
  await card(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('dialog')).toContainText('you can’t open other screens until you have set it up again')
})

test('staff who must set it up find no card that needs it in their account', async ({ page, db, signIn }) => {
  const server = await startSecondProcess('staff-mfa', { STAFF_MFA: 'required' })
  const { userId } = await signIn({ role: 'admin' })
  const programs = page.getByRole('region', { name: /^(API tokens|Webhooks)$/ })
  await page.goto(`${server.url}/account`)
  await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Set up' })).toBeVisible()
  await expect(programs).toHaveCount(0)
  await makeSecondFactor(db, userId)
  await page.reload()
  await expect(programs).toHaveCount(2)
  await server.kill('SIGTERM')
})
