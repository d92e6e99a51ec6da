import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeLicenseRequest, type LicenseRequestRow } from '#demo/rows/license-requests.ts'
import type { Database } from '#server/database/database.ts'
import { licenseRequests } from '#server/database/schema/licensing/license-requests.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './fixtures.ts'

const queue = (page: Page) => page.getByRole('region', { name: 'License Requests', exact: true })
const waiting = (page: Page, organization: string) =>
  queue(page).getByRole('listitem').filter({ hasText: organization })
const decided = (page: Page) => page.getByRole('region', { name: 'Decided license requests' })
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

type SignIn = (options?: {
  licenseLimit?: number
}) => Promise<{ organizationId: string; organization: string; userId: string }>

/** A customer who pays R12000.00 for five seats in twelve months asks for three more. */
async function requestOf(db: Database, signIn: SignIn, changes: Partial<LicenseRequestRow> = {}) {
  const { organizationId, organization, userId } = await signIn({ licenseLimit: 5 })
  await db.update(organizations).set({ twelveMonthCents: 1_200_000 }).where(eq(organizations.id, organizationId))
  const facts = {
    organizationId,
    userId,
    additionalLicenses: 3,
    businessJustification: 'Three planners join us. '.repeat(20),
  }
  const { id } = await makeLicenseRequest(db, { ...facts, ...changes })
  return { id, organizationId, organization }
}

test('an admin approves a request for now, and sees before what it means [R-GEN-07]', async ({ page, db, signIn }) => {
  const { organizationId, organization } = await requestOf(db, signIn)
  await signIn({ role: 'admin' })
  await page.goto('/admin/overview')
  const row = waiting(page, organization)
  await expect(row).toContainText('3 licenses')
  await expect(row).toContainText('0 of 5 seats used')
  await expect(row.getByRole('link', { name: organization })).toHaveAttribute('href', `/customers/${organizationId}`)
  await row.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Approve License Request')
  await expect(dialog(page)).toContainText('Three planners join us. '.repeat(20).trim())
  const now = dialog(page).getByRole('radio', { name: 'Now' })
  await expect(now).toBeChecked()
  await expect(now).toHaveAccessibleDescription(/5 → 8 seats · R1000\.00 → R1600\.00 a month.*immediately/)
  await expect(dialog(page)).toContainText('gets an email unless they turned it off.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await button(page, 'Approve').click()
  await expect(toastOf(page)).toContainText('License Request Approved')
  await expect(dialog(page)).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expect(page).toHaveURL('/admin/overview')
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.organizationId, organizationId))
  expect(subscription?.licenseLimit).toBe(8)
})

test('or for the end of the period, together with what is planned for then', async ({ page, db, signIn }) => {
  const { id, organizationId } = await requestOf(db, signIn)
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.organizationId, organizationId))
  const { id: subscriptionId, currentPeriodEnd: effectiveAt } = subscription!
  await db.insert(adjustments).values({ organizationId, subscriptionId, deltaQuantity: 2, effectiveAt })
  await signIn({ role: 'admin' })
  await page.goto(`/admin/overview?request=${id}&decision=approve`)
  const later = dialog(page).getByRole('radio', { name: /^At the end of the period, \w{3} \d\d, \d{4}$/ })
  await expect(later).toHaveAccessibleDescription(
    /5 → 10 seats · R1000\.00 → R2000\.00 a month.*Together with 2 seats that are added then anyway\./,
  )
  await later.check()
  await button(page, 'Approve').click()
  await expect(toastOf(page)).toContainText('License Request Approved')
  const changes = await db.select().from(adjustments).where(eq(adjustments.organizationId, organizationId))
  expect(changes).toMatchObject([{ deltaQuantity: 5, status: 'pending' }])
})

test('an approval whose price a colleague has changed since asks to be checked', async ({ page, db, signIn }) => {
  const { id, organizationId } = await requestOf(db, signIn)
  await signIn({ role: 'admin' })
  await page.goto(`/admin/overview?request=${id}&decision=approve`)
  const now = dialog(page).getByRole('radio', { name: 'Now' })
  await expect(now).toHaveAccessibleDescription(/R1000\.00 → R1600\.00 a month/)
  await db.update(organizations).set({ twelveMonthCents: 2_400_000 }).where(eq(organizations.id, organizationId))
  await button(page, 'Approve').click()
  await expect(toastOf(page)).toContainText('Someone has changed the seats or the price.')
  await expect(now).toHaveAccessibleDescription(/R2000\.00 → R3200\.00 a month/)
  await button(page, 'Approve').click()
  await expect(toastOf(page).first()).toContainText('License Request Approved')
})

test('a request is declined with a reason and stays readable among the decided ones', async ({ page, db, signIn }) => {
  const { organization } = await requestOf(db, signIn)
  await signIn({ role: 'admin' })
  await page.goto('/admin/overview')
  await waiting(page, organization).getByRole('button', { name: 'Decline' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Decline License Request')
  await button(page, 'Decline').click()
  await expect(dialog(page).getByLabel('Reason')).toHaveAccessibleDescription(/Please give a reason/)
  await dialog(page).getByLabel('Reason').fill('Please settle the open invoices first.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await button(page, 'Decline').click()
  await expect(toastOf(page)).toContainText('License Request Declined')
  await expect(waiting(page, organization)).toHaveCount(0)

  await page.getByRole('button', { name: 'Show decided' }).click()
  const row = decided(page).getByRole('listitem').filter({ hasText: organization })
  await expect(row).toContainText('Declined by')
  await expect(row).toContainText('Please settle the open invoices first.')
  await page.reload()
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Hide decided' }).click()
  await expect(row).toHaveCount(0)
})

test('the link of the mail to sales opens the request, Back and Esc leave it', async ({ page, db, signIn }) => {
  const { id, organization } = await requestOf(db, signIn)
  await signIn({ role: 'admin' })
  await page.goto(`/admin/overview?request=${id}`)
  await expect(dialog(page)).toHaveAccessibleName('License Request')
  await expect(dialog(page)).toContainText(organization)
  await expect(dialog(page)).toContainText('Pending')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/admin/overview')
  await waiting(page, organization).getByRole('button', { name: 'Details' }).click()
  await button(page, 'Approve').click()
  await expect(page).toHaveURL(/decision=approve/)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await page.goto('/admin/overview?request=00000000-0000-4000-8000-000000000000')
  await expect(dialog(page)).toContainText('Failed to load the license request. Please try again.')
})

test('a request that a colleague decided says so and shows the decision', async ({ page, db, signIn }) => {
  const { id, organizationId } = await requestOf(db, signIn)
  const { id: other } = await requestOf(db, signIn)
  const { userId } = await signIn({ role: 'admin' })
  await page.goto(`/admin/overview?request=${id}&decision=approve`)
  await expect(dialog(page).getByRole('radio')).toHaveCount(2)
  await db.update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.organizationId, organizationId))
  await button(page, 'Approve').click()
  const sentence = 'This subscription is canceled. Its licenses can no longer be changed.'
  await expect(toastOf(page)).toContainText(sentence)
  await expect(dialog(page).getByRole('alert')).toContainText(sentence)
  await expect(dialog(page).getByRole('radio')).toHaveCount(0)
  await expectAccessible(page)

  await page.goto(`/admin/overview?request=${other}&decision=approve`)
  await expect(dialog(page).getByRole('radio')).toHaveCount(2)
  const decision = {
    status: 'declined' as const,
    reason: 'No.',
    decidedBy: userId,
    decidedAt: new Date().toISOString(),
  }
  await db.update(licenseRequests).set(decision).where(eq(licenseRequests.id, other))
  await button(page, 'Approve').click()
  await expect(toastOf(page)).toContainText('This request has already been declined.')
  await expect(dialog(page)).toContainText('Declined by')
  await expect(button(page, 'Approve')).toHaveCount(0)
})

test('one organization’s requests stand in its details, and none say so', async ({ page, db, signIn }) => {
  const { organizationId, organization } = await requestOf(db, signIn)
  await requestOf(db, signIn)
  await signIn({ role: 'admin' })
  await page.goto(`/admin/organizations?view=${organizationId}`)
  await expect(queue(page).getByRole('listitem')).toHaveCount(1)
  await queue(page)
    .getByRole('button', { name: `Details: ${organization}, 3 licenses` })
    .click()
  await expect(page.getByRole('dialog', { name: 'License Request' })).toBeVisible()
  const { organizationId: empty } = await signIn()
  await signIn({ role: 'admin' })
  await page.goto(`/admin/organizations?view=${empty}`)
  await expect(queue(page)).toContainText('No pending license requests.')
})

test('a queue that cannot be read says so and can be tried again', async ({ page, db, signIn }) => {
  const { organization } = await requestOf(db, signIn)
  await signIn({ role: 'admin' })
  const isList = (url: URL) => url.pathname === '/api/admin/license-requests'
  await page.route(isList, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await page.goto('/admin/overview')
  await expect(queue(page)).toContainText('Failed to load the license requests. Please try again.')
  await page.unroute(isList)
  await queue(page).getByRole('button', { name: 'Try again' }).click()
  await expect(waiting(page, organization)).toBeVisible()
})
