import { eq } from 'drizzle-orm'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { expect, inDays, test, toastOf, unique } from './fixtures.ts'

test('an invoice that was credited in full is not called paid, nor one overdue that is not due yet', async ({
  page,
  db,
  signIn,
}) => {
  const { organizationId } = await signIn()
  const settle = ({ id }: { id: string }, creditedCents: number) =>
    db
      .update(invoices)
      .set({ status: 'paid', creditedCents, paidCents: 100_000 - creditedCents, paidAt: inDays(0) })
      .where(eq(invoices.id, id))
  const owed = { organizationId, amountCents: 100_000, dueDate: '2099-03-05' }
  const [whole, part, early] = await Promise.all([
    makeInvoice(db, owed),
    makeInvoice(db, owed),
    makeInvoice(db, { ...owed, status: 'overdue' }),
  ])
  await settle(whole, 100_000)
  await settle(part, 40_000)
  await page.goto('/')
  const activity = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')
  await expect(activity.filter({ hasText: part.invoiceNumber })).toContainText('Paid')
  await expect(activity.filter({ hasText: whole.invoiceNumber }).filter({ hasText: 'Paid' })).toHaveCount(0)
  await page.goto('/billing')
  const history = page.getByRole('region', { name: 'Billing History' })
  await expect(history.getByRole('row', { name: whole.invoiceNumber })).toContainText('CreditedCredited in full')
  const drawer = page.getByRole('dialog', { name: 'Invoice' })
  for (const [{ id }, sentence] of [
    [whole, 'It was credited in full. Nothing to pay.'],
    [part, 'Paid, except what was credited.'],
    [early, 'R1000.00 to pay by March 05, 2099.'],
  ] as const) {
    await page.goto(`/billing?invoice=${id}`)
    await expect(drawer).toContainText(sentence)
  }
})

test('an invoice that was credited in full stays so when its payment is reversed', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Bounced Works') })
  const { id: subscriptionId, currentPeriodEnd: periodStart } = await makeSubscription(db, { organizationId })
  const period = { subscriptionId, periodStart, periodEnd: inDays(45), seats: 10 }
  const facts = { organizationId, status: 'paid' as const, ...period }
  const { id, amountCents, invoiceNumber } = await makeInvoice(db, facts)
  await db.update(invoices).set({ creditedCents: amountCents, paidCents: 0 }).where(eq(invoices.id, id))
  const kept = { organizationId, invoiceId: id, receivedOn: '2026-03-05', amountCents: -amountCents }
  await db.insert(payments).values({ ...kept, kind: 'credit_kept' })
  await page.goto(`/admin/billing?invoice=${id}`)
  await page.getByRole('button', { name: 'Reverse payment of' }).click()
  const asked = page.getByRole('dialog', { name: 'Reverse Payment' })
  await expect(asked).toContainText(`no longer counts toward ${invoiceNumber}.`)
  await expect(asked).toContainText('Other invoices that its credit paid are outstanding again')
  await asked.getByLabel('Reason').fill('The bank returned it')
  await asked.getByRole('button', { name: 'Reverse Payment' }).click()
  await expect(toastOf(page)).toContainText(`${invoiceNumber}: It was credited in full.`)
})
