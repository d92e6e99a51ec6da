import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { subscriptions as subscriptionEndpoints } from '#contract/billing/subscriptions.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import type { Database } from '#server/database/database.ts'
import { expect, test, toastOf, toastOver, unique } from './fixtures.ts'

const subscriptionRead = `**${subscriptionEndpoints.read.url}`

const dialog = (page: Page) => page.getByRole('dialog')

const setLimit = (db: Database, organizationId: string, licenseLimit: number) =>
  db.update(subscriptions).set({ licenseLimit }).where(eq(subscriptions.organizationId, organizationId))

test('a license is created once the limit was raised while the page was open', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 1 })
  await makeLicense(db, { organizationId })
  await page.goto('/licenses?create=1')
  await expect(dialog(page)).toContainText('All licenses of your plan are in use.')
  await setLimit(db, organizationId, 2)
  await dialog(page).getByLabel('Label').fill('Reception PC')
  await dialog(page).getByRole('button', { name: 'Create License' }).click()
  await expect(toastOf(page)).toContainText('License created')
})

test('the server decides on a license while the limit cannot be read', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn({ licenseLimit: 1 })
  await makeLicense(db, { organizationId })
  await page.goto('/licenses?create=1')
  await expect(dialog(page)).toContainText('All licenses of your plan are in use.')
  await page.route(subscriptionRead, (route) => route.abort())
  await dialog(page).getByLabel('Label').fill('Reception PC')
  await dialog(page).getByRole('button', { name: 'Create License' }).click()
  await expect(toastOf(page)).toContainText('License limit reached.')
  await setLimit(db, organizationId, 2)
  await dialog(page).getByRole('button', { name: 'Create License' }).click()
  await expect(toastOf(page)).toContainText('License created')
})

test('after a refusal the dialog shows the seats that are left now, and what was typed', async ({
  page,
  signIn,
  db,
}) => {
  const { organizationId } = await signIn({ licenseLimit: 9 })
  await page.goto('/licenses?create=1')
  await expect(dialog(page)).toContainText('9 seats available')
  await setLimit(db, organizationId, 3)
  const read = Promise.withResolvers<void>()
  await page.route(subscriptionRead, async (route) => {
    await read.promise
    await route.continue()
  })
  await dialog(page).getByLabel('Label').fill('Reception PC')
  await dialog(page).getByLabel('How many').fill('5')
  await dialog(page).getByRole('button', { name: 'Create 5 licenses' }).click()
  await expect(toastOf(page)).toContainText('Your plan has 3 seats available.')
  read.resolve()
  await expect(dialog(page)).toContainText('3 seats available')
  await expect(dialog(page).getByLabel('Label')).toHaveValue('Reception PC')
})

test('a subscription that a colleague canceled is shown as canceled after a refusal', async ({ page, signIn, db }) => {
  const { organizationId } = await signIn()
  await page.goto('/billing')
  const cancel = page.getByRole('button', { name: 'Cancel Subscription' })
  await cancel.click()
  const canceledAt = new Date().toISOString()
  await db
    .update(subscriptions)
    .set({ status: 'canceled', canceledAt })
    .where(eq(subscriptions.organizationId, organizationId))
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toastOf(page)).toContainText('Failed to cancel subscription')
  await question.getByRole('button', { name: 'Keep Subscription' }).click()
  await expect(cancel).toHaveCount(0)
})

test('a payment from credit that a colleague has paid out shows the credit that is left', async ({
  page,
  signIn,
  db,
}) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Credited Works') })
  const paid = await makeInvoice(db, { organizationId, status: 'paid' })
  const { invoiceNumber } = await makeInvoice(db, { organizationId, status: 'pending' })
  const day = { organizationId, receivedOn: '2026-03-05' }
  const payOut = (amountCents: number) =>
    db.insert(payments).values({ ...day, kind: 'refund', amountCents: -amountCents, reference: 'OUT 1' })
  await db.insert(payments).values([
    { ...day, invoiceId: paid.id, kind: 'payment', amountCents: 50_00 },
    { ...day, invoiceId: paid.id, kind: 'credit_kept', amountCents: -50_00 },
  ])
  await page.goto(`/admin/billing?search=${invoiceNumber}`)
  await page.getByRole('link', { name: invoiceNumber, exact: true }).click()
  await page
    .getByRole('dialog', { name: `Invoice ${invoiceNumber}` })
    .getByRole('button', { name: 'Record Payment' })
    .click()
  const paying = page.getByRole('dialog', { name: 'Record Payment' })
  const method = paying.getByLabel('Paid by')
  await method.selectOption('Credit (R50.00)')
  await payOut(30_00)
  await paying.getByRole('button', { name: 'Record Payment' }).click()
  await expect(toastOver(page)).toContainText('The organization does not have that much credit.')
  await expect(method.locator('option:checked')).toHaveText('Credit (R20.00)')
  await expect(paying.getByLabel('Amount (ZAR)')).toHaveValue('50.00')

  await payOut(20_00)
  await paying.getByLabel('Amount (ZAR)').fill('20')
  await paying.getByRole('button', { name: 'Record Payment' }).click()
  await expect(method.locator('option:checked')).toHaveText('Credit (R0.00)')
  await expect(paying.getByLabel('Amount (ZAR)')).toHaveValue('20')
  await method.focus()
  await method.selectOption('EFT')
  await expect(method).toBeFocused()
})

test('the profile of one tab keeps what another tab saved', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await dialog(page).getByLabel('First Name').fill('Naledi')
  const saved = await page.request.patch('/api/account', { data: { lastName: 'Nkosi' } })
  expect(saved.status()).toBe(200)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('Profile updated')
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('Naledi Nkosi')
})
