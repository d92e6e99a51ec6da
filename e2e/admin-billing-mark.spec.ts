import { eq } from 'drizzle-orm'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import type { Database } from '#server/database/database.ts'
import { invoices as invoiceTable } from '#server/database/schema/billing/invoices.ts'
import { emails } from '#server/database/schema/emails.ts'
import { expect, test, toastOf, toastOver, unique, card } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn({ role: 'admin' }).then(() => undefined))

const statusOf = (db: Database, { id }: { id: string }) =>
  db
    .select({ status: invoiceTable.status })
    .from(invoiceTable)
    .where(eq(invoiceTable.id, id))
    .then((rows) => rows[0]?.status)

test('a draft is issued before it is paid, and the payment that was recorded can be undone', async ({ page, db }) => {
  const name = unique('Drafted Works')
  const { id: organizationId } = await makeOrganization(db, { name })
  const owner = await makeUser(db, { role: 'org_admin', organizationId })
  const draft = await makeInvoice(db, { organizationId, amountCents: 965_000, status: 'draft' })
  const sent = () => db.select({ kind: emails.kind }).from(emails).where(eq(emails.to, owner.email))
  await page.goto(`/billing?search=${draft.invoiceNumber}`)
  const row = card(page, 'All Invoices').getByRole('row', { name: draft.invoiceNumber })
  for (const mark of ['Overdue', 'Paid']) {
    await row.getByRole('button', { name: mark }).click()
    const issuing = page.getByRole('alertdialog', { name: `Issue ${draft.invoiceNumber} first?` })
    await expect(issuing).toContainText(`It is a draft: ${name} has not received it.`)
    await expect(issuing).toContainText(`Emails “Invoice issued” to ${owner.email}.`)
    expect(await statusOf(db, draft)).toBe('draft')
    if (mark === 'Overdue') await issuing.getByRole('button', { name: 'Cancel' }).click()
    else await issuing.getByRole('button', { name: 'Issue Invoice' }).click()
  }
  const recording = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(recording.getByLabel('Amount (ZAR)')).toBeFocused()
  expect(await sent()).toEqual([{ kind: 'invoice-issued' }])
  await page.keyboard.press('Enter')
  await expect(recording).toHaveCount(0)
  await expect(row).toContainText('Paid')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  const reversing = page.getByRole('dialog', { name: 'Reverse Payment' })
  await expect(reversing.getByLabel('Reason')).toHaveValue('Recorded by mistake.')
  await expect(reversing).toContainText(`We email it to ${name}.`)
  await reversing.getByRole('button', { name: 'Reverse Payment' }).click()
  await expect(toastOver(page)).toContainText('Payment Reversed')
  await expect(page.getByRole('dialog', { name: `Invoice ${draft.invoiceNumber}` })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Issued')
  await expect(page).toHaveURL(`/billing?search=${draft.invoiceNumber}`)
  expect((await sent()).map(({ kind }) => kind).toSorted()).toEqual([
    'invoice-issued',
    'payment-received',
    'payment-reversed',
  ])
})

test('an invoice past its due day becomes overdue immediately, and the toast offers undo', async ({ page, db }) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Late Works') })
  const late = await makeInvoice(db, { organizationId, dueDate: '2020-03-05', status: 'pending' })
  await page.goto(`/billing?search=${late.invoiceNumber}`)
  const row = card(page, 'All Invoices').getByRole('row', { name: late.invoiceNumber })
  await row.getByRole('button', { name: 'Overdue' }).click()
  await expect(toastOf(page)).toContainText(`${late.invoiceNumber}: Overdue`)
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toContainText(`${late.invoiceNumber}: Pending`)
  await expect(row).toContainText('Pending')
})

test('a void invoice is reinstated before it is paid, unless the server refuses that', async ({ page, db }) => {
  const { id: organizationId } = await makeOrganization(db, { name: unique('Void Works') })
  const gone = await makeInvoice(db, { organizationId, status: 'void' })
  await page.goto(`/billing?search=${gone.invoiceNumber}`)
  const paid = card(page, 'All Invoices').getByRole('button', { name: 'Paid' })
  const asked = page.getByRole('alertdialog', { name: `Reinstate ${gone.invoiceNumber} first?` })
  await page.route('**/status-preview?*', (route) => route.fulfill({ status: 409, json: { message: 'Not now.' } }))
  await paid.click()
  await expect(asked.getByRole('alert')).toHaveText('Not now.')
  await expect(asked.getByRole('button', { name: 'Reinstate Invoice' })).toBeDisabled()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/status-preview?*')
  await paid.click()
  await asked.getByRole('button', { name: 'Reinstate Invoice' }).click()
  await expect(page.getByRole('dialog', { name: 'Record Payment' })).toContainText(gone.invoiceNumber)
})

test('a status that could not be set shows the server’s refusal [R-ERR-35]', async ({ page, db }) => {
  const name = unique('Refused Works')
  const { id: organizationId } = await makeOrganization(db, { name })
  const { id } = await makeInvoice(db, { organizationId, dueDate: '2020-03-05', status: 'issued' })
  await page.goto(`/billing?search=${name}`)
  const overdue = card(page, 'All Invoices').getByRole('button', { name: 'Overdue' })
  await page.route('**/status', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
  await overdue.click()
  await expect(toastOf(page)).toContainText('Failed to update status')
  await expect(toastOf(page)).toContainText('Failed to update invoice status')
  await page.route(`**/${id}/status`, (route) => route.fulfill({ status: 409, json: { message: 'Not now.' } }))
  await overdue.click()
  await expect(toastOf(page)).toContainText('Not now.')
})
