import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { expect, expectAccessible, test, toastOver, unique } from './fixtures.ts'

test('credit is refunded from the invoice that left it', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Refunded Works') })
  const { id: invoiceId, invoiceNumber } = await makeInvoice(db, { organizationId, status: 'paid' })
  const day = { organizationId, invoiceId, receivedOn: '2026-03-05' }
  await db.insert(payments).values([
    { ...day, kind: 'payment', amountCents: 50_00 },
    { ...day, kind: 'credit_kept', amountCents: -50_00 },
  ])
  await page.goto(`/admin/billing?search=${invoiceNumber}`)
  await page.getByRole('link', { name: invoiceNumber, exact: true }).click()
  const drawer = page.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })
  await drawer.getByRole('button', { name: 'Refund Credit' }).click()
  const refund = page.getByRole('dialog', { name: 'Record Refund' })
  await expect(refund).toContainText('Available credit: R50.00')
  await expectAccessible(page)
  await refund.getByLabel('Amount (ZAR)').fill('20')
  await refund.getByLabel('Bank reference').fill('OUT 12')
  await refund.getByRole('button', { name: 'Record Refund' }).click()
  await expect(toastOver(page).filter({ hasText: 'Refund Recorded' })).toBeVisible()
  await expect(refund).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Refund Credit' }).click()
  await expect(refund).toContainText('Available credit: R30.00')
  await refund.getByLabel('Bank reference').fill('OUT 13')
  await refund.getByRole('button', { name: 'Record Refund' }).click()
  await expect(drawer.getByRole('button', { name: 'Refund Credit' })).toHaveCount(0)
})
