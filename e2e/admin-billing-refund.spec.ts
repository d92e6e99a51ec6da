import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { links } from '#web/app/links.ts'
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

const REFUNDED = { kind: 'refund' as const, amountCents: -50, receivedOn: '2026-03-05', reference: 'OUT 14' }

test('refunded credit whose payment was reversed is outstanding, in the office and on the statement', async ({
  page,
  db,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Bounced Works') })
  await db.insert(payments).values({ ...REFUNDED, organizationId })
  await page.goto(`${links.organization(organizationId)}&tab=payments`)
  const card = page.getByRole('region', { name: 'Payments', exact: true })
  await expect(card).toContainText('R0.50 of refunded credit is outstanding')
  await expect(card.getByRole('button', { name: 'Record Refund' })).toHaveCount(0)
  await page.getByRole('button', { name: 'This month' }).click()
  const ageing = page.getByRole('dialog', { name: 'Statement of account' }).getByRole('region', { name: 'Ageing' })
  await expect(ageing).toContainText(
    'R0.50 of refunded credit is outstanding, because the payment it came from was reversed.',
  )
  await expect(ageing).not.toContainText('Nothing outstanding.')
})

test('a customer reads that refunded credit is outstanding', async ({ page, db, signIn }) => {
  const { organizationId } = await signIn({ role: 'org_admin' })
  await db.insert(payments).values({ ...REFUNDED, organizationId })
  await page.goto('/billing')
  await expect(page.getByRole('region', { name: 'Credit' })).toContainText(
    'R0.50 of refunded credit is outstanding, because the payment it came from was reversed. Please add it to your next payment.',
  )
  await expectAccessible(page)
})
