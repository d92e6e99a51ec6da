import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { links } from '#web/app/links.ts'
import { expect, test, unique } from './fixtures.ts'

test('an amount with spaces and a decimal comma is read as a bank shows it, and the wheel does not change it', async ({
  page,
  signIn,
  db,
}) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Comma Works') })
  const { id } = await makeInvoice(db, { organizationId })
  await page.goto(links.adminInvoice(id))
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  const amount = dialog.getByLabel('Amount (ZAR)')
  await amount.fill('')
  await amount.pressSequentially('R 1 234,50')
  await expect(amount).toHaveValue('1234.50')
  await expect(dialog).toContainText('Pays the balance in full.')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('R1,234.50'))
  await amount.fill('')
  await amount.press('Control+v')
  await expect(amount).toHaveValue('1234.50')
  await amount.hover()
  await page.mouse.wheel(0, 100)
  await expect(amount).not.toBeFocused()
  await expect(amount).toHaveValue('1234.50')
})

test('thousands are apart in the dialog that records a payment, as in its invoice', async ({ page, signIn, db }) => {
  await signIn({ role: 'admin' })
  const { id: organizationId } = await makeOrganization(db, { name: unique('Thousand Works') })
  const { id } = await makeInvoice(db, { organizationId, amountCents: 264_000 })
  await page.goto(links.adminInvoice(id))
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(dialog).toContainText('R2640.00 is outstanding')
  await expect(dialog.getByText('640', { exact: true })).toBeVisible()
})
