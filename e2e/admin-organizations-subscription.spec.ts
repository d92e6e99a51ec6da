import { sql } from 'drizzle-orm'
import { CANCELED_CANNOT_CHANGE } from '#contract/billing/subscriptions.ts'
import { formatLongDate, lastBusinessDay } from '#contract/dates.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { makeUser } from '#demo/rows/users.ts'
import { adjustments } from '#server/database/schema/billing/subscriptions.ts'
import { expect, expectAccessible, expectToastOver, test, unique } from './fixtures.ts'
import { address, tab } from './organizations.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

test('the subscription shows price, seats and every change of them [R-AORG-25]', async ({ page, db }) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Seats') })
  const subscription = await makeSubscription(db, { organizationId, licenseLimit: 12, monthlyCents: 299_400 })
  await makeLicense(db, { organizationId })
  const change = { organizationId, subscriptionId: subscription.id, effectiveAt: '2027-03-05T10:00:00Z' }
  await db.insert(adjustments).values([
    { ...change, deltaQuantity: -2, reason: 'Fewer people' },
    { ...change, deltaQuantity: 4, status: 'applied', appliedAt: '2026-01-05T10:00:00Z' },
  ])
  await page.goto(address(organizationId, 'subscription'))
  const facts = page.getByRole('region', { name: 'Current Subscription' })
  await expect(facts).toContainText('Standard Plan')
  await expect(facts).toContainText('Active')
  await expect(facts).toContainText('R2994.00 per month')
  await expect(facts).toContainText('R249.50')
  await expect(facts).toContainText('1 of 12 used')
  const rows = page.getByRole('table', { name: 'List of seat changes' }).getByRole('row')
  const removed = rows.filter({ hasText: 'Seats removed' })
  for (const text of ['−2', '−R499.00', 'Mar 05, 2027', 'Pending', 'Fewer people']) {
    await expect(removed).toContainText(text)
  }
  const added = rows.filter({ hasText: 'Seats added' })
  for (const text of ['+4', 'R998.00', 'Applied']) await expect(added).toContainText(text)
  await expectAccessible(page)
})

test('a subscription is created where its absence shows, and the focus stays on what changes it [R-ERR-78]', async ({
  page,
  db,
}) => {
  const { id } = await makeOrganization(db, { name: unique('Created') })
  await page.goto(address(id, 'subscription'))
  await page.getByRole('button', { name: 'Create Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Subscription' })
  await dialog.getByLabel('Price per License').fill('10')
  await dialog.getByLabel('Number of Licenses').fill('3')
  await dialog.getByRole('button', { name: 'Create Subscription' }).click()
  await expectToastOver(page, 'Subscription Created')
  await expect(page.getByText('R30.00 per month')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Subscription' })).toBeFocused()
  await page.getByRole('button', { name: 'Edit Price' }).click()
  await page.getByLabel('Price per License').fill('11')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('R33.00 per month')).toBeVisible()
  await tab(page, 'Invoices').click()
  const bill = page
    .getByRole('table', { name: 'List of invoices' })
    .getByRole('row')
    .filter({ hasText: 'Standard Plan' })
  await expect(bill).toContainText('R30.00')
})

test('what will be billed next is shown before it is issued, with the seats that are asked for by then', async ({
  page,
  db,
}) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Upcoming') })
  const { id: subscriptionId } = await makeSubscription(db, { organizationId, licenseLimit: 12, monthlyCents: 120_000 })
  const effectiveAt = sql`(select current_period_end from subscriptions where id = ${subscriptionId})`
  await db.insert(adjustments).values({ organizationId, subscriptionId, deltaQuantity: 3, effectiveAt })
  await page.goto(address(organizationId, 'subscription'))
  const next = page.getByRole('region', { name: 'Next Invoice' })
  for (const text of ['R1500.00', 'R1200.00', '+3 seats from', 'R300.00']) await expect(next).toContainText(text)
})

test('an admin sees when a subscription will end, cancels it, and keeps it after all', async ({ page, db }) => {
  const names = { active: unique('Leaving'), late: unique('Late') }
  const { id: organizationId } = await makeOrganization(db, { name: names.active })
  const { currentPeriodEnd } = await makeSubscription(db, { organizationId })
  await page.goto(address(organizationId, 'subscription'))
  const cancel = page.getByRole('button', { name: 'Cancel Subscription' })
  await cancel.click()
  const asking = page.getByRole('alertdialog', { name: `Cancel the subscription of “${names.active}”?` })
  await expect(asking).toContainText(
    `Its last day is ${formatLongDate(lastBusinessDay(currentPeriodEnd ?? '', 'Africa/Johannesburg'))}`,
  )
  await expect(asking).toContainText('Its administrators are notified by email.')
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expectToastOver(page, 'Subscription Cancelled')
  await expect(page.getByText(CANCELED_CANNOT_CHANGE)).toBeVisible()
  await expect(cancel).toHaveCount(0)

  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  const resuming = page.getByRole('alertdialog', { name: `Resume the subscription of “${names.active}”?` })
  await expect(resuming).toContainText(`It is renewed on ${formatLongDate(currentPeriodEnd ?? '')}`)
  await expect(resuming).toContainText('Its administrators are notified by email.')
  await expectAccessible(page)
  await resuming.getByRole('button', { name: 'Resume Subscription' }).click()
  await expectToastOver(page, 'Subscription Resumed')
  await expect(page.getByText(CANCELED_CANNOT_CHANGE)).toHaveCount(0)
  await expect(cancel).toBeFocused()

  const late = await makeOrganization(db, { name: names.late })
  const pastDueAt = new Date().toISOString()
  await makeSubscription(db, { organizationId: late.id, status: 'past_due', pastDueAt })
  await page.goto(address(late.id, 'subscription'))
  await cancel.click()
  await expect(page.getByRole('alertdialog')).toContainText('It is overdue, so it ends at once')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText('No active subscription found.')).toBeVisible()
})

test('a canceled subscription says that it cannot be changed as it is', async ({ page, db }) => {
  const name = unique('Canceled')
  const { id: organizationId } = await makeOrganization(db, { name })
  await makeSubscription(db, { organizationId, status: 'canceled', canceledAt: new Date().toISOString() })
  await page.goto(address(organizationId, 'subscription'))
  await expect(page.getByText(CANCELED_CANNOT_CHANGE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Subscription' })).toHaveCount(0)
})

test('a change of seats and price shows the next invoice and who gets an email, before it is saved', async ({
  page,
  db,
}) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Changed') })
  const { email } = await makeUser(db, { organizationId, role: 'org_admin' })
  await makeSubscription(db, { organizationId, licenseLimit: 10, monthlyCents: 100_000 })
  await page.goto(address(organizationId, 'subscription'))
  await page.getByRole('button', { name: 'Change Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Subscription' })
  const next = dialog.getByRole('region', { name: 'Next invoice' })
  await expect(next).toContainText('R1000.00 without the change.')
  await dialog.getByLabel('Number of Licenses').fill('12')
  await dialog.getByLabel('Price per License').fill('150')
  await expect(next.getByLabel('Lines')).toContainText('R1800.00')
  await expect(next).toContainText(email)
  await expectAccessible(page)
  await dialog.getByLabel('Number of Licenses').fill('0')
  await expect(dialog.getByRole('region', { name: 'Next invoice' })).toHaveCount(0)
  await dialog.getByLabel('Number of Licenses').fill('12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToastOver(page, 'Subscription Updated')

  await page.getByRole('button', { name: 'Edit Price' }).click()
  const price = page.getByRole('dialog', { name: 'Edit Price' })
  await price.getByLabel('Price per License').fill('200')
  await expect(price.getByRole('region', { name: 'Next invoice' }).getByLabel('Lines')).toContainText('R2400.00')
  await expectAccessible(page)
})

test('a number below the licenses in use is refused at its field', async ({ page, db }) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Used') })
  await makeSubscription(db, { organizationId, licenseLimit: 3 })
  await makeLicense(db, { organizationId })
  await makeLicense(db, { organizationId })
  await page.goto(address(organizationId, 'subscription'))
  await page.getByRole('button', { name: 'Change Subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Subscription' })
  const licenses = dialog.getByLabel('Number of Licenses')
  await licenses.fill('1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(licenses).toHaveAccessibleDescription(/already has 2 licenses/)
  await expect(licenses).toBeFocused()
  await expect(licenses).toHaveValue('1')
})
