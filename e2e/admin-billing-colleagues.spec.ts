import type { Page } from '@playwright/test'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import type { Database } from '#server/database/database.ts'
import { card, expect, test, toastOf, toastOver, unique } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

async function showLate(page: Page, db: Database) {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Two Admins') })
  const invoice = await makeInvoice(db, { organizationId, dueDate: '2020-03-05', amountCents: 100_000 })
  await page.goto(`/admin/billing?of=${organizationId}`)
  const row = card(page, 'All Invoices').getByRole('row', { name: invoice.invoiceNumber })
  await expect(row).toContainText('Issued')
  return { ...invoice, row }
}

/** As a colleague would, unseen by the page. */
async function payUnseen(page: Page, { id }: { id: string }, amount: string) {
  const data = { amount, receivedOn: '2026-02-03', confirmOverpayment: true }
  expect((await page.request.post(`/api/admin/billing/invoices/${id}/payments`, { data })).status()).toBe(201)
}

async function balanceOf(page: Page, { id }: { id: string }) {
  const { status, balance, payments } = await (await page.request.get(`/api/invoices/${id}`)).json()
  return { status, balance, payments: payments.length }
}

const PAID = { status: 'paid', balance: '0.00', payments: 1 }

test('an invoice that a colleague has paid is not made overdue, and the list then shows it paid', async ({
  page,
  db,
}) => {
  const late = await showLate(page, db)
  await payUnseen(page, late, '1000.00')
  await late.row.getByRole('button', { name: 'Overdue' }).click()
  await expect(toastOf(page)).toContainText('Someone has changed this invoice or recorded a payment for it.')
  expect(await balanceOf(page, late)).toEqual(PAID)
  await expect(late.row).toContainText('Paid')
})

test('the undo of Overdue does not reverse a payment that a colleague has recorded since', async ({ page, db }) => {
  const late = await showLate(page, db)
  await late.row.getByRole('button', { name: 'Overdue' }).click()
  await expect(toastOf(page)).toContainText(`${late.invoiceNumber}: Overdue`)
  await payUnseen(page, late, '1000.00')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toContainText('Failed to update status')
  expect(await balanceOf(page, late)).toEqual(PAID)
})

test('a status change is refused after a colleague records a part, and its preview then says what it reverses', async ({
  page,
  db,
}) => {
  const late = await showLate(page, db)
  await page.goto(`/admin/billing?organizationId=${late.organizationId}`)
  await page.getByLabel(`Status of ${late.invoiceNumber}`).selectOption('cancelled')
  const asked = page.getByRole('alertdialog')
  const effects = asked.getByRole('list', { name: 'What this does' })
  await expect(effects).not.toContainText('Reverses')
  await payUnseen(page, late, '400.00')
  await asked.getByRole('button', { name: 'Make cancelled' }).click()
  await expect(toastOver(page)).toContainText('Someone has changed this invoice')
  await expect(effects).toContainText('Reverses the R400.00 paid on it.')
  expect(await balanceOf(page, late)).toEqual({ status: 'issued', balance: '600.00', payments: 1 })
  await asked.getByRole('button', { name: 'Make cancelled' }).click()
  await expect(asked).toHaveCount(0)
})

test('a payment from the list is refused once after a colleague records another part, then recorded', async ({
  page,
  db,
}) => {
  const late = await showLate(page, db)
  await late.row.getByRole('button', { name: 'Paid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  await dialog.getByLabel('Amount (ZAR)').fill('250')
  await payUnseen(page, late, '400.00')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(toastOver(page)).toContainText('The balance of this invoice has changed')
  await expect(dialog).toContainText('R600.00 is outstanding')
  await expect(dialog).toContainText('R350.00 stays outstanding.')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await balanceOf(page, late)).toMatchObject({ balance: '350.00', payments: 2 })
})

test('a payment from a filtered list keeps its text when a colleague’s change takes the invoice out of the filter', async ({
  page,
  db,
}) => {
  const late = await showLate(page, db)
  await page.goto(`/admin/billing?of=${late.organizationId}&status=issued`)
  await late.row.getByRole('button', { name: 'Paid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  await dialog.getByLabel('Amount (ZAR)').fill('250')
  await dialog.getByLabel('Bank reference').fill('FNB 123')
  await payUnseen(page, late, '400.00')
  const data = { status: 'overdue' }
  expect((await page.request.patch(`/api/admin/billing/invoices/${late.id}/status`, { data })).status()).toBe(200)
  const record = dialog.getByRole('button', { name: 'Record Payment' })
  await record.click()
  await expect(toastOver(page)).toContainText('The balance of this invoice has changed')
  await expect(dialog).toContainText('R600.00 is outstanding')
  await payUnseen(page, late, '600.00')
  for (const _attempt of ['first', 'second']) {
    const refused = page.waitForResponse(`**/invoices/${late.id}/payments`)
    await record.click()
    expect((await refused).status()).toBe(409)
    await expect(dialog).toContainText('Nothing is outstanding on this invoice.')
  }
  await expect(dialog.getByLabel('Bank reference')).toHaveValue('FNB 123')
})

test('a credit note that a colleague has issued since is issued again only after a check', async ({ page, db }) => {
  const late = await showLate(page, db)
  await late.row.getByRole('link', { name: late.invoiceNumber, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Credit Note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Credit Note' })
  await dialog.getByLabel('Amount (ZAR)').fill('250')
  await dialog.getByLabel('Reason').fill('One seat less, as agreed.')
  const data = { amount: '250.00', reason: 'One seat less.' }
  expect((await page.request.post(`/api/admin/billing/invoices/${late.id}/credit-notes`, { data })).status()).toBe(201)
  await dialog.getByRole('button', { name: 'Issue Credit Note' }).click()
  await expect(toastOver(page)).toContainText('Someone has changed this invoice or recorded a payment for it.')
  await expect(dialog).toContainText('R500.00')
  await expect(dialog.getByLabel('Reason')).toHaveValue('One seat less, as agreed.')
  expect(await balanceOf(page, late)).toMatchObject({ balance: '750.00' })
  await dialog.getByRole('button', { name: 'Issue Credit Note' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await balanceOf(page, late)).toMatchObject({ balance: '500.00' })
})

test('a refund that a colleague has recorded since is recorded again only after a check', async ({ page, db }) => {
  const late = await showLate(page, db)
  await payUnseen(page, late, '1050.00')
  await page.goto(`/admin/billing?search=${late.invoiceNumber}`)
  await page.getByRole('link', { name: late.invoiceNumber, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund Credit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Refund' })
  await expect(dialog).toContainText('Available credit: R50.00')
  await dialog.getByLabel('Amount (ZAR)').fill('20')
  await dialog.getByLabel('Bank reference').fill('OUT 12')
  const data = { amount: '20.00', receivedOn: '2026-02-03', reference: 'OUT 12' }
  const refunded = await page.request.post(`/api/admin/organizations/${late.organizationId}/refunds`, { data })
  expect(refunded.status()).toBe(201)
  await dialog.getByRole('button', { name: 'Record Refund' }).click()
  await expect(toastOver(page)).toContainText('someone may have recorded the same refund')
  await expect(dialog).toContainText('Available credit: R30.00')
  await expect(dialog.getByLabel('Amount (ZAR)')).toHaveValue('20')
  await dialog.getByRole('button', { name: 'Record Refund' }).click()
  await expect(dialog).toHaveCount(0)
})

test('reminders sent to all are shown in the invoice that was read before', async ({ page, db }) => {
  const late = await showLate(page, db)
  const part = page.getByRole('dialog').getByRole('region', { name: 'Reminders' })
  await late.row.getByRole('link', { name: late.invoiceNumber, exact: true }).click()
  await expect(part).toContainText('No reminders sent yet.')
  await page.keyboard.press('Escape')
  await card(page, 'All Invoices').getByRole('button', { name: 'Send Reminders' }).click()
  await page.getByRole('button', { name: 'Send 1 Reminder' }).click()
  await expect(toastOf(page)).toContainText('1 Reminder Sent')
  await late.row.getByRole('link', { name: late.invoiceNumber, exact: true }).click()
  await expect(part).toContainText('Another one can be sent tomorrow.')
})
