import { eq } from 'drizzle-orm'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { expect, test } from './fixtures.ts'

test('a look at the credit keeps amount, day and reference of a payment', async ({ page, signIn, db }) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db)
  const { id: invoiceId } = await makeInvoice(db, { organizationId, status: 'paid' })
  const day = { organizationId, invoiceId, receivedOn: '2026-03-05' }
  await db.insert(payments).values([
    { ...day, kind: 'payment', amountCents: 50_00 },
    { ...day, kind: 'credit_kept', amountCents: -50_00 },
  ])
  const { id, invoiceNumber } = await makeInvoice(db, { organizationId })
  await page.goto(`/admin/billing?search=${invoiceNumber}`)
  await page.getByRole('link', { name: invoiceNumber, exact: true }).click()
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  const amount = dialog.getByLabel('Amount (ZAR)')
  await amount.fill('12.34')
  await dialog.getByLabel('Received on').fill('2026-03-09')
  await dialog.getByLabel('Bank reference').fill('FNB 7')
  await dialog.getByLabel('Paid by').selectOption('Credit (R50.00)')
  await expect(dialog.getByLabel('Bank reference')).toHaveCount(0)
  await expect(amount).toHaveValue('50.00')
  await dialog.getByLabel('Paid by').selectOption('EFT')
  await expect(amount).toHaveValue('12.34')
  await expect(dialog.getByRole('status')).toContainText('stays outstanding')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(dialog).toHaveCount(0)
  const [recorded] = await db.select().from(payments).where(eq(payments.invoiceId, id))
  expect(recorded).toMatchObject({ amountCents: 12_34, receivedOn: '2026-03-09', reference: 'FNB 7' })
})
