import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { card, expect, expectAccessible, test, toastOf, unique } from './fixtures.ts'

test('an admin reminds of all overdue invoices of the list after a preview', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin' })
  const name = unique('Reminded Works')
  const contactEmail = 'office@reminded.example'
  const { id: organizationId } = await makeOrganization(db, { name, contactEmail })
  const late = await makeInvoice(db, { organizationId, dueDate: '2020-01-15' })
  await makeInvoice(db, { organizationId })
  await page.goto(`/admin/billing?of=${organizationId}`)
  const all = card(page, 'All Invoices')
  await expect(all.locator('tr[data-row]')).toHaveCount(2)
  await all.getByRole('button', { name: 'Send Reminders' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Send reminders now?' })
  const rows = asked.getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`${late.invoiceNumber} · ${name}`)
  await expect(rows).toContainText(`To ${contactEmail}`)
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Send 1 Reminder' }).click()
  await expect(toastOf(page)).toContainText('1 Reminder Sent')
  await expect(asked).toHaveCount(0)

  await all.getByRole('button', { name: 'Send Reminders' }).click()
  await expect(rows).toContainText('Skipped: one was sent today.')
  await expect(asked.getByRole('button', { name: 'Send 0 Reminders' })).toBeDisabled()
})
