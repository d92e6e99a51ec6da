import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import type { Database } from '#server/database/database.ts'
import { invoiceItems } from '#server/database/schema/billing/invoices.ts'
import { creditNotes, payments } from '#server/database/schema/billing/payments.ts'
import { links } from '#web/app/links.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectToastOver, test, unique } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const drawerOf = (page: Page, invoiceNumber: string) => page.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })
const amounts = (drawer: Locator) => drawer.getByLabel('Amounts')
const part = (drawer: Locator, name: string) => drawer.getByRole('region', { name })
const find = (invoiceNumber: string) => `/admin/billing?search=${invoiceNumber}`

/** R1234.50 is outstanding for twelve licenses. */
async function makeOwed(db: Database) {
  const name = unique('Paying Works')
  const { id: organizationId } = await makeOrganization(db, { name })
  const invoice = await makeInvoice(db, { organizationId })
  const line = { description: '12 licenses for a month', quantity: 12, amountCents: 123_450 }
  await db.insert(invoiceItems).values({ organizationId, invoiceId: invoice.id, position: 1, ...line })
  return { ...invoice, organizationName: name }
}

/** The payment is R50.00 above the balance. */
async function makeCredit(db: Database, organizationId: string) {
  const { id: invoiceId } = await makeInvoice(db, { organizationId, status: 'paid' })
  const day = { organizationId, invoiceId, receivedOn: '2026-03-05' }
  await db.insert(payments).values([
    { ...day, kind: 'payment', amountCents: 50_00 },
    { ...day, kind: 'credit_kept', amountCents: -50_00 },
  ])
}

test('an invoice is paid in parts where it is listed, too much is kept as credit, and money that bounced is reversed', async ({
  page,
  db,
}) => {
  const { id, invoiceNumber, organizationName } = await makeOwed(db)
  await page.goto(find(invoiceNumber))
  const row = page.getByRole('table', { name: 'List of all invoices' }).getByRole('row', { name: invoiceNumber })
  await row.getByRole('link', { name: invoiceNumber, exact: true }).focus()
  await page.keyboard.press('Enter')
  const drawer = drawerOf(page, invoiceNumber)
  await expect(part(drawer, 'Lines')).toContainText('12 licenses for a month')
  await expect(drawer.getByRole('link', { name: organizationName })).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Download PDF' })).toBeVisible()
  await expect(part(drawer, 'History')).toContainText('Issued')
  await expectNoSidewaysScroll(page)

  const record = drawer.getByRole('button', { name: 'Record Payment' })
  await record.click()
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  const amount = dialog.getByLabel('Amount (ZAR)')
  await expect(amount).toHaveValue('1234.50')
  await expect(dialog).toContainText('Pays the balance in full.')
  await expectAccessible(page)
  await amount.fill('0')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(dialog).toContainText('Amount must be more than 0, with at most two decimals')
  await amount.fill('500')
  await expect(dialog).toContainText('R734.50 stays outstanding.')
  await dialog.getByLabel('Bank reference').fill('EFT 77')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expectToastOver(page, 'Payment Recorded')
  await expect(dialog).toHaveCount(0)
  await expect(record).toBeFocused()
  await expect(amounts(drawer)).toContainText('BalanceR734.50')
  await expect(part(drawer, 'Payments')).toContainText('EFT 77')
  await page.reload()
  await expect(amounts(drawer)).toContainText('BalanceR734.50')

  await record.click()
  await amount.fill('99999')
  await amount.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Record R99999.00?' })
  await expect(question).toContainText('R99999.00 is R99264.50 more than is outstanding. The rest becomes credit.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(amount).toHaveValue('99999')
  await amount.fill('754.50')
  await expect(dialog).toContainText('R20.00 more than is outstanding: becomes credit for the next invoice.')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(amounts(drawer)).toContainText('BalanceR0.00')
  await expect(part(drawer, 'Payments')).toContainText('Kept as credit')
  await expect(record).toHaveCount(0)

  await drawer.getByRole('button', { name: 'Reverse payment of R754.50' }).click()
  const asked = page.getByRole('dialog', { name: 'Reverse Payment' })
  await asked.getByRole('button', { name: 'Reverse Payment' }).click()
  await expect(asked).toContainText('Please give a reason')
  await expectAccessible(page)
  await asked.getByLabel('Reason').fill('The bank returned it')
  await asked.getByRole('button', { name: 'Reverse Payment' }).click()
  await expectToastOver(page, 'Payment Reversed')
  await expect(amounts(drawer)).toContainText('BalanceR734.50')
  await expect(part(drawer, 'Payments')).toContainText('The bank returned it')
  await expect(drawer.getByRole('button', { name: 'Reverse payment of R754.50' })).toHaveCount(0)
  // The button that opened the question is gone: the drawer gets the focus and the next Escape.
  await expect(drawer).toBeFocused()
  await expect(part(drawer, 'History').getByRole('listitem')).toHaveText([/^Issued/, /^Paid/, /^Issued/])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL(find(invoiceNumber))
  await expect(row).toContainText('R734.50 left')
  await page.goto(`/billing?invoice=${id}`)
  await expect(drawer.getByRole('button', { name: 'Record Payment' })).toBeVisible()
})

test('a credit note starts empty, shows the balance after it, and asks before it credits everything', async ({
  page,
  db,
}) => {
  const { id, invoiceNumber } = await makeOwed(db)
  await page.goto(`/admin/billing?invoice=${id}`)
  const drawer = drawerOf(page, invoiceNumber)
  await drawer.getByRole('button', { name: 'Credit Note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Credit Note', exact: true })
  const amount = dialog.getByLabel('Amount (ZAR)')
  const issue = dialog.getByRole('button', { name: 'Issue Credit Note' })
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Amount must be more than 0, with at most two decimals')
  await dialog.getByLabel('Fill in from').selectOption('12 licenses for a month: R1234.50')
  await expect(amount).toHaveValue('1234.50')
  await expect(dialog).toContainText('Balance after: R0.00. The invoice becomes void.')
  await amount.fill('2000')
  await expect(dialog).toContainText('At most R1234.50 can be credited.')
  await amount.fill('234.50')
  await expect(dialog).toContainText('Balance after: R1000.00.')
  await issue.click()
  await expect(dialog).toContainText('Please give a reason')
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('One week without service')
  await issue.click()
  await expectToastOver(page, 'Credit Note Issued')
  await expect(amounts(drawer)).toContainText('BalanceR1000.00')
  const notes = part(drawer, 'Credit Notes')
  await expect(notes).toContainText('One week without service')
  await expect(notes.getByRole('link', { name: /^Download credit note CN-/ })).toBeVisible()

  await drawer.getByRole('button', { name: 'Credit Note' }).click()
  await dialog.getByLabel('Fill in from').selectOption('Everything: R1000.00')
  await dialog.getByLabel('Reason').fill('All of it')
  await amount.press('Enter')
  const question = page.getByRole('alertdialog', { name: `Credit all of ${invoiceNumber}?` })
  await expect(question).toContainText('Balance after: R0.00. The invoice becomes void.')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(dialog.getByLabel('Reason')).toHaveValue('All of it')
  expect(await db.$count(creditNotes, eq(creditNotes.invoiceId, id))).toBe(1)
  await issue.click()
  await question.getByRole('button', { name: 'Credit R1000.00' }).click()
  await expect(drawer.locator('dd').filter({ hasText: 'Void' })).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Credit Note' })).toHaveCount(0)
})

test('credit pays an invoice, and what is left of it is paid out', async ({ page, db }) => {
  const { id, invoiceNumber, organizationId, organizationName } = await makeOwed(db)
  await makeCredit(db, organizationId)
  await page.goto(`${links.organization(organizationId)}&tab=invoices`)
  await page.getByRole('link', { name: invoiceNumber, exact: true }).click()
  const drawer = drawerOf(page, invoiceNumber)
  await drawer.getByRole('button', { name: 'Record Payment' }).click()
  const paying = page.getByRole('dialog', { name: 'Record Payment' })
  await paying.getByLabel('Paid by').selectOption('Credit (R50.00)')
  await expect(paying.getByLabel('Amount (ZAR)')).toHaveValue('50.00')
  await paying.getByLabel('Amount (ZAR)').fill('20')
  await paying.getByRole('button', { name: 'Record Payment' }).click()
  await expect(part(drawer, 'Payments')).toContainText('Paid from credit')
  // While it saves, the dialog above ignores Escape.
  await expect(paying).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(new RegExp(id))

  await page.getByRole('tab', { name: 'Payments' }).click()
  const card = page.getByRole('region', { name: 'Payments', exact: true })
  await expect(card).toContainText('R30.00 credit')
  const used = card.getByRole('row').filter({ hasText: 'Paid from credit' })
  for (const text of [invoiceNumber, 'R20.00']) await expect(used).toContainText(text)
  await card.getByRole('button', { name: 'Record Refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Record Refund' })
  await expect(refund.getByLabel('Amount (ZAR)')).toHaveValue('30.00')
  await refund.getByRole('button', { name: 'Record Refund' }).click()
  await expect(refund).toContainText('Please give the bank reference')
  await expectAccessible(page)
  await refund.getByLabel('Amount (ZAR)').fill('31')
  await refund.getByLabel('Bank reference').fill('OUT 9')
  await refund.getByRole('button', { name: 'Record Refund' }).click()
  await expectToastOver(page, 'The organization does not have that much credit.')
  await refund.getByLabel('Amount (ZAR)').fill('30')
  await refund.getByRole('button', { name: 'Record Refund' }).click()
  await expectToastOver(page, `${organizationName} was paid R30.00.`)
  const refunded = card.getByRole('row').filter({ hasText: 'Refund' })
  for (const text of ['OUT 9', '−R30.00']) await expect(refunded).toContainText(text)
  await expect(card.getByRole('button', { name: 'Record Refund' })).toHaveCount(0)
})

test('a statement shows an organization’s account over any days, and leaves as a file', async ({ page, db }) => {
  const { invoiceNumber, organizationId } = await makeOwed(db)
  await page.goto(`${links.organization(organizationId)}&tab=payments`)
  await page.getByRole('button', { name: 'This month' }).click()
  const dialog = page.getByRole('dialog', { name: 'Statement of account' })
  const lines = dialog.getByRole('table', { name: 'Statement lines' })
  await expect(lines.getByRole('row').filter({ hasText: invoiceNumber })).toContainText('R1234.50')
  await expect(dialog.getByLabel('Balance')).toContainText('Closing balanceR1234.50')
  await expect(dialog.getByRole('region', { name: 'Ageing' })).toContainText('Not yet dueR1234.50')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const arrived = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download statement as CSV' }).click()
  expect((await arrived).suggestedFilename()).toMatch(/\.csv$/)

  await dialog.getByLabel('From').fill('2024-03-05')
  await dialog.getByLabel('To').fill('2024-03-31')
  await expect(dialog.getByLabel('Range')).toHaveValue('')
  await expect(dialog).toContainText('No invoices or payments in this period.')
  await expect(dialog).toContainText('Nothing outstanding.')
  await page.reload()
  await expect(dialog.getByLabel('From')).toHaveValue('2024-03-05')
  await dialog.getByLabel('To').fill('2024-03-01')
  await expect(dialog.getByRole('alert')).toContainText('The first day must not be after the last.')
  await dialog.getByLabel('Range').selectOption('Last 12 months')
  await expect(lines).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('an unknown invoice in the URL says so, and a failed request can be retried', async ({ page, db }) => {
  await page.goto(`/admin/billing?invoice=${crypto.randomUUID()}`)
  await expect(page.getByRole('dialog')).toContainText('This invoice does not exist.')
  const { id, invoiceNumber } = await makeOwed(db)
  const details = `**/api/invoices/${id}`
  await page.route(details, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(`/admin/billing?invoice=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Failed to load the invoice. Please try again.')
  await page.unroute(details)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(drawerOf(page, invoiceNumber)).toContainText('R1234.50')
})
